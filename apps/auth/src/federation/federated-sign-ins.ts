import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { idTokenContext, newTokenId, Sealer } from '@latchkey/crypto';
import { FederatedLoginRepository, type ServedIdentityProvider } from '@latchkey/persistence';
import { upstreamMethod } from '../assurance/upstream-assurance.js';
import type { Visit } from '../domain/served-domain.js';
import { SignInProgress } from '../progress/sign-in-progress.js';
import { SETTINGS } from '../settings/settings.module.js';
import { FederatedUsers } from './federated-users.js';
import { FederationFailure } from './failure.js';
import { FederationLog } from './federation-log.js';
import type { UpstreamIdentity } from './upstream-answers.js';

/** Seconds: as long as a session that begins with it can last, and the interaction before it. */
const LIFETIME = 90_000;
/** Characters of an id token that is kept: what is longer would not fit into the address by which it is given back. */
const LONGEST_HINT = 4_096;

/** The interaction in which somebody has come back. */
export interface AwaitedInteraction {
  uid: string;
  clientId: string;
}

/** Lets those in for whom a provider vouches. */
@Injectable()
export class FederatedSignIns {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly users: FederatedUsers,
    private readonly logins: FederatedLoginRepository,
    private readonly progress: SignInProgress,
    private readonly log: FederationLog,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  /** Takes note within the interaction that they have shown who they are. @throws FederationFailure */
  async accept(
    visit: Visit,
    { uid, clientId }: AwaitedInteraction,
    { provider, identity }: { provider: ServedIdentityProvider; identity: UpstreamIdentity },
  ): Promise<void> {
    const { domain } = visit;
    const { sub, created } = await this.users.signIn(domain, provider, identity);
    if (created) await this.log.record(visit, { operation: 'user.create', provider: provider.name, sub, clientId });
    const { issuer, sid, idToken } = identity;
    // Another answer may come in the same interaction, and later: a session is tied to the one that it came of.
    const federation = newTokenId();
    const sealed = idToken.length <= LONGEST_HINT ? this.sealer.seal(Buffer.from(idToken), idTokenContext(domain.id, federation)) : null;
    const kept = await this.logins.create(
      { domainId: domain.id, uid: federation, sub, provider: provider.name, issuer, sid, idToken: sealed },
      LIFETIME,
    );
    const shown = kept && (await this.progress.add(domain, uid, { sub, method: upstreamMethod(identity.assurance), federation }));
    if (!shown) throw new FederationFailure('account-inactive');
  }
}
