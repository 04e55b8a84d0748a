import { Injectable } from '@nestjs/common';
import { OidcPayloadRepository, type Domain, type StoredSession } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { UserService } from '../user.service.js';
import type { SessionResponse } from './session.dto.js';

interface UserKey {
  domain: Domain;
  sub: string;
}

/** The sessions of users, for operators. The auth server reads them with each request, so an ended one is of no use from the next request. */
@Injectable()
export class SessionService {
  constructor(
    private readonly users: UserService,
    private readonly payloads: OidcPayloadRepository,
    private readonly log: AuditLogService,
  ) {}

  /** The sessions of a user, latest sign-in first. @throws Problem user-not-found */
  async list({ domain, sub }: UserKey): Promise<SessionResponse[]> {
    const user = await this.users.get(domain, sub);
    return (await this.payloads.listSessions(domain.id, user.sub)).map(toResponse);
  }

  /**
   * Ends a session with everything granted within it, except offline access, and notifies its clients.
   *
   * @throws Problem user-not-found, session-not-found
   */
  end({ domain, sub }: UserKey, id: string): Promise<void> {
    return this.users.changeOf(domain, sub, async (user) => {
      // control: an operator ends sessions of the user in the path only
      const ended = await this.payloads.endSession(domain.id, id, user.sub);
      if (!ended) throw new Problem('session-not-found', 'The user has no session with this id.');
      await this.log.record(domain.id, { type: 'session.revoked', user: user.sub });
    });
  }

  /**
   * Ends all sessions of a user, and revokes everything issued: offline access, sign-ins that have begun and magic links too.
   *
   * @throws Problem user-not-found
   */
  endAll({ domain, sub }: UserKey): Promise<void> {
    return this.users.changeOf(domain, sub, async (user) => {
      await this.payloads.endUserSessions(domain.id, user.sub);
      await this.log.record(domain.id, { type: 'session.revoked', user: user.sub });
    });
  }
}

function toResponse({ uid, loginTs, seenAt, expiresAt, userAgent, clientIds }: StoredSession): SessionResponse {
  const [createdAt, lastUsedAt] = [new Date(loginTs * 1_000), new Date(seenAt * 1_000)];
  return { id: uid, createdAt, lastUsedAt, expiresAt, userAgent: userAgent ?? null, clients: clientIds };
}
