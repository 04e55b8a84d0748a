import { Injectable } from '@nestjs/common';
import { FederatedLoginRepository, FederatedUserRepository, OidcPayloadRepository, SignInProgressRepository } from '@latchkey/persistence';
import type { UpstreamLogout } from './logout-token.js';

/** An identity provider of a domain, whose sessions end. */
export interface LogoutTarget {
  domainId: string;
  /** Name of the identity provider. */
  provider: string;
}

/** Ends the sessions of federated users. */
@Injectable()
export class FederatedSessionService {
  constructor(
    private readonly users: FederatedUserRepository,
    private readonly logins: FederatedLoginRepository,
    private readonly payloads: OidcPayloadRepository,
    private readonly completedFactors: SignInProgressRepository,
  ) {}

  /**
   * Ends the sessions that began with the session at the identity provider, or all sessions of the user. It ends the logins first, so that
   * endIfLoggedOut catches sessions that begin meanwhile.
   *
   * @returns the `sub` of each affected user
   */
  async end({ domainId, provider }: LogoutTarget, { issuer, subject, sid }: UpstreamLogout): Promise<string[]> {
    const user = subject === null ? null : await this.users.find({ domainId, provider, issuer, subject });
    if (subject !== null && !user) return [];
    const logins = await this.logins.deleteEnded({ domainId, provider, issuer, sid, sub: user?.sub ?? null });
    const ended = new Set(logins.map(({ uid }) => uid));
    const subs = [...new Set([...logins.map(({ sub }) => sub), ...(user && sid === null ? [user.sub] : [])])];
    for (const sub of subs) {
      const sessions = await this.payloads.listSessions(domainId, sub);
      const endedSessions = sessions.filter(({ federation }) => sid === null || (federation !== undefined && ended.has(federation)));
      for (const { uid } of endedSessions) await this.payloads.endSession(domainId, uid);
    }
    await this.completedFactors.deleteFederated(domainId, logins);
    return subs;
  }

  /** Ends a new session if a logout at the identity provider has ended its login meanwhile. */
  async endIfLoggedOut(domainId: string, { federation, sessionUid }: { federation: string; sessionUid: string }): Promise<void> {
    if (!(await this.logins.isValid({ domainId, uid: federation }))) await this.payloads.endSession(domainId, sessionUid);
  }
}
