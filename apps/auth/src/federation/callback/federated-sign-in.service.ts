import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { idTokenContext, newTokenId, Encryptor } from '@latchkey/crypto';
import { FederatedLoginRepository, type ServedIdentityProvider } from '@latchkey/persistence';
import { getFederatedMethod } from '../../assurance/upstream-assurance.js';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { CompletedFactorsService } from '../../completed-factors/completed-factors.service.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { FederatedUserService, type RecordChange } from './federated-user.service.js';
import { FederationFailure } from '../federation-failure.js';
import { FederationAuditLogService } from '../federation-audit-log.service.js';
import type { UpstreamIdentity } from './upstream-identity.js';

/** Covers the longest session and the interaction before it. */
const FEDERATED_LOGIN_TTL_SECONDS = 90_000;
/** Longer ID tokens are not stored, because they do not fit into the logout URL as `id_token_hint`. */
const MAX_ID_TOKEN_HINT_LENGTH = 4_096;

/** The interaction that the callback continues. */
export interface PendingInteraction {
  uid: string;
  clientId: string;
}

/** Signs in users whom an identity provider has authenticated. */
@Injectable()
export class FederatedSignInService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly users: FederatedUserService,
    private readonly logins: FederatedLoginRepository,
    private readonly completedFactors: CompletedFactorsService,
    private readonly log: FederationAuditLogService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** Adds the federated factor to the interaction. @throws FederationFailure if the user is inactive or has no account */
  async accept(
    requestContext: DomainRequest,
    { uid, clientId }: PendingInteraction,
    { provider, identity }: { provider: ServedIdentityProvider; identity: UpstreamIdentity },
  ): Promise<void> {
    const { domain } = requestContext;
    const record: RecordChange = (updated, attributes) => this.log.recordUpdate(requestContext, { sub: updated, clientId }, attributes);
    const { sub, created } = await this.users.signIn({ domainId: domain.id, record }, provider, identity);
    const data = { changed: [], identityProvider: provider.name };
    if (created) await this.log.record(requestContext, { type: 'user.created', user: sub, client: clientId, data });
    const { issuer, sid, idToken } = identity;
    // One interaction can receive several callbacks. The session refers to the login that started it.
    const federation = newTokenId();
    const encryptedIdToken =
      idToken !== null && idToken.length <= MAX_ID_TOKEN_HINT_LENGTH
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
