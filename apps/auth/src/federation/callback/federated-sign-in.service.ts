import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { idTokenContext, newTokenId, Encryptor } from '@latchkey/crypto';
import { FederatedLoginRepository, type ServedIdentityProvider } from '@latchkey/persistence';
import { getFederatedMethod } from '../../assurance/upstream-assurance.js';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { CompletedFactorsService } from '../../completed-factors/completed-factors.service.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { FederatedUserService } from './federated-user.service.js';
import { FederationFailure } from '../federation-failure.js';
import { FederationLogService } from '../federation-log.service.js';
import type { UpstreamIdentity } from './code-exchange.service.js';

/** Seconds: as long as a session that begins with it can last, and the interaction before it. */
const FEDERATED_LOGIN_TTL_SECONDS = 90_000;
/** Characters of an id token that is kept: what is longer would not fit into the address by which it is given back. */
const MAX_ID_TOKEN_HINT_LENGTH = 4_096;

/** The interaction in which somebody has come back. */
export interface PendingInteraction {
  uid: string;
  clientId: string;
}

/** Lets those in for whom a provider vouches. */
@Injectable()
export class FederatedSignInService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly users: FederatedUserService,
    private readonly logins: FederatedLoginRepository,
    private readonly completedFactors: CompletedFactorsService,
    private readonly log: FederationLogService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** Takes note within the interaction that they have shown who they are. @throws FederationFailure */
  async accept(
    requestContext: DomainRequest,
    { uid, clientId }: PendingInteraction,
    { provider, identity }: { provider: ServedIdentityProvider; identity: UpstreamIdentity },
  ): Promise<void> {
    const { domain } = requestContext;
    const { sub, created } = await this.users.signIn(domain, provider, identity);
    if (created) await this.log.record(requestContext, { operation: 'user.create', provider: provider.name, sub, clientId });
    const { issuer, sid, idToken } = identity;
    // Another answer may come in the same interaction, and later: a session is tied to the one that it came of.
    const federation = newTokenId();
    const encryptedIdToken =
      idToken.length <= MAX_ID_TOKEN_HINT_LENGTH
        ? this.encryptor.encrypt(Buffer.from(idToken), idTokenContext(domain.id, federation))
        : null;
    const isStored = await this.logins.create(
      { domainId: domain.id, uid: federation, sub, provider: provider.name, issuer, sid, idToken: encryptedIdToken },
      FEDERATED_LOGIN_TTL_SECONDS,
    );
    const factors =
      isStored && (await this.completedFactors.add(domain, uid, { sub, method: getFederatedMethod(identity.assurance), federation }));
    if (!factors) throw new FederationFailure('account-inactive');
  }
}
