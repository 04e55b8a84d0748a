import { Injectable } from '@nestjs/common';
import { ServedIdentityProviderRepository, type ServedIdentityProvider } from '@latchkey/persistence';
import type { DomainRequest } from '../domain/served-domain.service.js';
import type { UpstreamClaims } from './callback/claim-mapper.js';
import { FederatedUserService } from './callback/federated-user.service.js';
import { checkRequiredClaims } from './callback/required-claims.js';
import { FederationAuditLogService } from './federation-audit-log.service.js';
import { FederationFailure } from './federation-failure.js';

/** A user of whom an identity provider has signed an assertion. */
export interface AssertedUser {
  issuer: string;
  subject: string;
  claims: UpstreamClaims;
}

/** Finds and creates users by identity assertions, by the rules of sign-ins at the identity provider. */
@Injectable()
export class AssertedUserService {
  constructor(
    private readonly providers: ServedIdentityProviderRepository,
    private readonly users: FederatedUserService,
    private readonly log: FederationAuditLogService,
  ) {}

  /** The enabled identity provider with this issuer. @throws FederationFailure if the domain has none */
  async findProvider({ domain }: DomainRequest, issuer: string): Promise<ServedIdentityProvider> {
    const provider = await this.providers.findByIssuer(domain.id, issuer);
    // control: assertions are accepted from identity providers of the domain alone
    if (!provider) throw new FederationFailure('provider-off');
    return provider;
  }

  /** @returns the user's `sub` @throws FederationFailure if there is no account, or it is inactive */
  async find(
    request: DomainRequest,
    provider: ServedIdentityProvider,
    { user, clientId }: { user: AssertedUser; clientId: string },
  ): Promise<string> {
    const { issuer, subject, claims } = user;
    checkRequiredClaims([claims], provider.requiredClaims);
    const identity = { issuer, subject, documents: [claims], assurance: {}, sid: null, idToken: null };
    const { sub, created } = await this.users.signIn(
      {
        domainId: request.domain.id,
        record: (updated, attributes) => this.log.recordUpdate(request, { sub: updated, clientId }, attributes),
      },
      provider,
      identity,
    );
    const data = { changed: [], identityProvider: provider.name };
    if (created) await this.log.record(request, { type: 'user.created', user: sub, client: clientId, data });
    return sub;
  }
}
