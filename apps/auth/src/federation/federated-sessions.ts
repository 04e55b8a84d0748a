import { Injectable } from '@nestjs/common';
import { FederatedLoginRepository, FederatedUserRepository, OidcPayloadRepository, SignInProgressRepository } from '@latchkey/persistence';
import type { UpstreamLogout } from './logout-token.js';

/** Where it is to end. */
export interface LogoutPlace {
  domainId: string;
  /** The name of the provider. */
  provider: string;
}

/** The sessions of those for whom a provider vouches. */
@Injectable()
export class FederatedSessions {
  constructor(
    private readonly users: FederatedUserRepository,
    private readonly logins: FederatedLoginRepository,
    private readonly payloads: OidcPayloadRepository,
    private readonly progress: SignInProgressRepository,
  ) {}

  /** Ends what began with the session that has ended at the provider, or all of a user's. @returns whose it was */
  async end(place: LogoutPlace, logout: UpstreamLogout): Promise<string[]> {
    return logout.sid === null ? this.endAll(place, logout) : this.endBySid(place, logout, logout.sid);
  }

  private async endAll({ domainId, provider }: LogoutPlace, { issuer, subject }: UpstreamLogout): Promise<string[]> {
    const user = subject === null ? null : await this.users.find({ domainId, provider, issuer, subject });
    if (!user) return [];
    for (const { uid } of await this.payloads.listSessions(domainId, user.sub)) await this.payloads.endSession(domainId, uid);
    await this.progress.endAll(domainId, user.sub);
    return [user.sub];
  }

  /** Only of the user whom the token names, if it names one: whose session it is, is for the provider to know. */
  private async endBySid({ domainId, provider }: LogoutPlace, { issuer, subject }: UpstreamLogout, sid: string): Promise<string[]> {
    const user = subject === null ? null : await this.users.find({ domainId, provider, issuer, subject });
    const all = await this.logins.listBySid(domainId, provider, sid);
    const ended = all.filter((login) => login.issuer === issuer && (subject === null || login.sub === user?.sub));
    for (const { uid, sub } of ended) {
      const sessions = await this.payloads.listSessions(domainId, sub);
      for (const session of sessions.filter(({ federation }) => federation === uid)) await this.payloads.endSession(domainId, session.uid);
      await this.progress.take({ domainId, uid });
    }
    return [...new Set(ended.map(({ sub }) => sub))];
  }
}
