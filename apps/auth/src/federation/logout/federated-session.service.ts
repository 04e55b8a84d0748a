import { Injectable } from '@nestjs/common';
import { FederatedLoginRepository, FederatedUserRepository, OidcPayloadRepository, SignInProgressRepository } from '@latchkey/persistence';
import type { UpstreamLogout } from './logout-token.js';

/** Where it is to end. */
export interface LogoutTarget {
  domainId: string;
  /** The name of the provider. */
  provider: string;
}

/** The sessions of those for whom a provider vouches. */
@Injectable()
export class FederatedSessionService {
  constructor(
    private readonly users: FederatedUserRepository,
    private readonly logins: FederatedLoginRepository,
    private readonly payloads: OidcPayloadRepository,
    private readonly progress: SignInProgressRepository,
  ) {}

  /**
   * Ends what began with the session that has ended at the provider, or all of a user's. First the sign-ins, then the sessions: whoever
   * is on the way from the one to the other finds that it is over, see endIfLoggedOut.
   *
   * @returns whose it was
   */
  async end({ domainId, provider }: LogoutTarget, { issuer, subject, sid }: UpstreamLogout): Promise<string[]> {
    const user = subject === null ? null : await this.users.find({ domainId, provider, issuer, subject });
    if (subject !== null && !user) return [];
    const logins = await this.logins.end({ domainId, provider, issuer, sid, sub: user?.sub ?? null });
    const ended = new Set(logins.map(({ uid }) => uid));
    const subs = [...new Set([...logins.map(({ sub }) => sub), ...(user && sid === null ? [user.sub] : [])])];
    for (const sub of subs) {
      const sessions = await this.payloads.listSessions(domainId, sub);
      const endedSessions = sessions.filter(({ federation }) => sid === null || (federation !== undefined && ended.has(federation)));
      for (const { uid } of endedSessions) await this.payloads.endSession(domainId, uid);
    }
    await this.progress.endFederated(domainId, logins);
    return subs;
  }

  /** Ends a session that has just begun, if the sign-in that it began with was ended at the provider meanwhile. */
  async endIfLoggedOut(domainId: string, { federation, sessionUid }: { federation: string; sessionUid: string }): Promise<void> {
    if (!(await this.logins.holds({ domainId, uid: federation }))) await this.payloads.endSession(domainId, sessionUid);
  }
}
