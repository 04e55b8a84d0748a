import { Injectable } from '@nestjs/common';
import { LogRepository } from '@latchkey/persistence';
import { UpstreamSignOuts, type UpstreamSignOut } from '../federation/upstream-sign-outs.js';
import { currentVisitor } from '../method/visitor.js';
import { Sessions } from '../provider/sessions.js';
import type { AccountVisit } from './account-visit.js';

/** Ends sessions of the person who asks for it. No recent sign-in is needed: to lock others out is always right. */
@Injectable()
export class AccountSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly log: LogRepository,
    private readonly upstream: UpstreamSignOuts,
  ) {}

  /** @returns false if the person has no such session */
  async end({ domain, session }: AccountVisit, sid: string): Promise<boolean> {
    const ended = await this.sessions.endOne(domain.id, session.sub, sid);
    if (ended) await this.record(domain.id, session.sub, 'session.end');
    return ended;
  }

  async endOthers({ domain, session }: AccountVisit): Promise<void> {
    const all = await this.sessions.list(domain.id, session.sub);
    const others = all.filter(({ sid }) => sid !== session.sid);
    for (const { sid } of others) await this.sessions.endOne(domain.id, session.sub, sid);
    if (others.length > 0) await this.record(domain.id, session.sub, 'session.end');
  }

  /** @returns where to sign out as well, if a provider had vouched for them, before they come to `returnTo` */
  async signOut(visit: AccountVisit, returnTo: string): Promise<UpstreamSignOut | null> {
    const { domain, session } = visit;
    await this.sessions.end(visit);
    await this.record(domain.id, session.sub, 'user.sign-out');
    return this.upstream.of(domain, { federation: session.federation, returnTo });
  }

  private async record(domainId: string, sub: string, operation: string): Promise<void> {
    const { requestId } = currentVisitor();
    const by = { actorType: 'user', actorId: sub, actorName: null, requestId } as const;
    await this.log.create({ domainId, operation, ...by, sub, clientId: null, changed: [] });
  }
}
