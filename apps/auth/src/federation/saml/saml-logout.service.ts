import { Injectable } from '@nestjs/common';
import { ServedIdentityProviderRepository } from '@latchkey/persistence';
import { buildLogoutResponseUrl, readLogoutRequest, SamlError, verifyRedirectMessage, type LogoutRequest } from '@latchkey/saml';
import { RefusedTokenLimitService } from '../../domain/refused-token-limit.service.js';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { FederatedSessionTerminationService } from '../logout/federated-session-termination.service.js';
import { FederationFailure } from '../federation-failure.js';
import { buildSamlEndpoints } from './saml-endpoints.js';
import { SamlKeyService } from './saml-key.service.js';
import type { SamlIdentityProvider } from './saml-request.service.js';

/** Ends the sessions that a SAML identity provider has ended: SAML profiles section 4.4. */
@Injectable()
export class SamlLogoutService {
  constructor(
    private readonly providers: ServedIdentityProviderRepository,
    private readonly keys: SamlKeyService,
    private readonly termination: FederatedSessionTerminationService,
    private readonly limits: RefusedTokenLimitService,
  ) {}

  /**
   * @param query of the request, without `?`
   * @returns the URL of the response, at the identity provider
   * @throws FederationFailure if the request is invalid @throws TooManyRefusedTokensError
   */
  async receive(requestContext: DomainRequest, name: string, query: string): Promise<string> {
    const { request, domain } = requestContext;
    this.limits.check(request, domain.name);
    try {
      return await this.terminate(requestContext, name, query);
    } catch (error) {
      this.limits.record(request, domain.name);
      throw error instanceof SamlError ? new FederationFailure(error.reason, error) : error;
    }
  }

  private async terminate(requestContext: DomainRequest, name: string, query: string): Promise<string> {
    const { domain } = requestContext;
    const provider = await this.providers.findIncludingDisabled(domain.id, name);
    const [key] = provider?.saml ? this.keys.read(domain, provider) : [];
    if (!provider?.saml?.sloUrl || !key) throw new FederationFailure('provider-off');
    const { issuer, saml } = provider;
    const endpoints = buildSamlEndpoints(domain, provider);
    const { root, relayState } = verifyRedirectMessage(query, saml.certificates);
    const logout = readLogoutRequest(root, { issuer, destination: endpoints.singleLogoutUrl });
    await this.endSessions(requestContext, { ...provider, saml }, logout);
    return buildLogoutResponseUrl(endpoints, { sloUrl: saml.sloUrl!, signingKey: key.privateKey, relayState }, logout.id);
  }

  /** Accepts each request once. */
  private async endSessions(
    requestContext: DomainRequest,
    { name, issuer, saml }: SamlIdentityProvider,
    { id, nameId, sessionIndexes, expiresAt }: LogoutRequest,
  ): Promise<void> {
    // Another attribute identifies the user, so the NameID is unknown here.
    const subject = saml.subjectAttribute === undefined ? nameId.value : null;
    if (subject === null && sessionIndexes.length === 0) throw new FederationFailure('no-subject');
    const seconds = Math.ceil(expiresAt / 1_000);
    for (const sid of sessionIndexes.length > 0 ? sessionIndexes : [null]) {
      const logout = { issuer, subject, sid, jti: `${id} ${sid ?? ''}`, expiresAt: seconds };
      await this.termination.terminate(requestContext, name, logout);
    }
  }
}
