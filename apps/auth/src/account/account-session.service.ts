import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { getCurrentTraceId } from '@latchkey/observability';
import { AuditLogRepository } from '@latchkey/persistence';
import { RpInitiatedLogoutService, type RpInitiatedLogout } from '../federation/logout/rp-initiated-logout.service.js';
import { getRequestContext } from '../authentication-method/request-context.js';
import { SessionService } from '../authorization/session.service.js';
import type { AccountContext } from './account-context.js';

/** Ends sessions of the signed-in user. It needs no recent sign-in, so that users can lock out an intruder immediately. */
@Injectable()
export class AccountSessionService {
  constructor(
    private readonly sessions: SessionService,
    private readonly log: AuditLogRepository,
    private readonly rpInitiatedLogout: RpInitiatedLogoutService,
  ) {}

  /** @returns false if the user has no such session */
  async end({ domain, session }: AccountContext, sid: string): Promise<boolean> {
    const ended = await this.sessions.endOne(domain.id, session.sub, sid);
    if (ended) await this.record(domain.id, session.sub, { type: 'session.revoked' });
    return ended;
  }

  async endOthers({ domain, session }: AccountContext): Promise<void> {
    const all = await this.sessions.list(domain.id, session.sub);
    const others = all.filter(({ sid }) => sid !== session.sid);
    for (const { sid } of others) await this.sessions.endOne(domain.id, session.sub, sid);
    if (others.length > 0) await this.record(domain.id, session.sub, { type: 'session.revoked' });
  }

  /**
   * @returns the logout URL of the identity provider, which returns to `returnTo`; null for local sessions, or if the provider supports no
   * logout
   */
  async signOut(account: AccountContext, returnTo: string): Promise<RpInitiatedLogout | null> {
    const { domain, session } = account;
    await this.sessions.end(account);
    await this.record(domain.id, session.sub, { type: 'user.signed_out', data: { identityProvider: null } });
    return this.rpInitiatedLogout.start(domain, { federation: session.federation, returnTo });
  }

  private async record(domainId: string, user: string, event: AuditEvent): Promise<void> {
    const { requestId } = getRequestContext();
    await this.log.create({
      ...event,
      user,
      domainId,
      actor: { type: 'user', id: user, name: null },
      requestId,
      traceId: getCurrentTraceId(),
    });
  }
}
