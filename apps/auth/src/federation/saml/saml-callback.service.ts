import { Injectable } from '@nestjs/common';
import { ServedIdentityProviderRepository } from '@latchkey/persistence';
import { SamlError, verifyResponse } from '@latchkey/saml';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import type { UpstreamIdentity } from '../callback/upstream-identity.js';
import { FederatedSignInService } from '../callback/federated-sign-in.service.js';
import { computeMaxAge, PendingRequestService, type PendingRequest } from '../callback/pending-request.service.js';
import { FederationFailure } from '../federation-failure.js';
import { FederationFailurePageService } from '../federation-failure-page.service.js';
import { deriveRequestSecrets } from '../upstream/upstream-authorization-request.js';
import { buildSamlEndpoints } from './saml-endpoints.js';
import { SamlKeyService } from './saml-key.service.js';
import { toUpstreamIdentity } from './saml-identity.js';

/** The form that an identity provider's page posts: SAML bindings section 3.5.4. */
export interface SamlResponseForm {
  SAMLResponse?: unknown;
  RelayState?: unknown;
}

interface ReceivedResponse {
  provider: NonNullable<Awaited<ReturnType<ServedIdentityProviderRepository['find']>>>;
  pending: PendingRequest;
  response: unknown;
}

/**
 * Handles responses of SAML identity providers. Each request takes one response, in the browser that started it, so no assertion works twice:
 * the assertion names its request.
 */
@Injectable()
export class SamlCallbackService {
  constructor(
    private readonly pendingRequests: PendingRequestService,
    private readonly providers: ServedIdentityProviderRepository,
    private readonly signIns: FederatedSignInService,
    private readonly failurePages: FederationFailurePageService,
    private readonly keys: SamlKeyService,
  ) {}

  /** @returns the path that continues the sign-in @throws PageRefusal */
  async receive(
    requestContext: DomainRequest,
    name: string,
    { SAMLResponse: response, RelayState: state }: SamlResponseForm,
  ): Promise<string> {
    const pending = await this.pendingRequests.consume(requestContext, name, [state].flat().map(String));
    const { uid, clientId } = pending.request;
    try {
      const provider = await this.providers.find(requestContext.domain.id, name);
      if (!provider) throw new FederationFailure('provider-off');
      const identity = await this.authenticate(requestContext.domain, { provider, pending, response });
      await this.signIns.accept(requestContext, pending.request, { provider, identity });
    } catch (error) {
      throw await this.failurePages.handle(requestContext, error, { provider: name, uid, clientId });
    }
    return `/sign-in/${uid}`;
  }

  /** @throws FederationFailure */
  private async authenticate(domain: CachedDomain, { provider, pending, response }: ReceivedResponse): Promise<UpstreamIdentity> {
    const { issuer, saml } = provider;
    const { request, state, bindingSecret } = pending;
    // control: a SAML response is of the identity provider that the browser was sent to
    if (saml === null || issuer !== request.issuer) throw new FederationFailure('provider-changed');
    if (typeof response !== 'string') throw new FederationFailure('malformed');
    const { entityId, assertionConsumerUrl } = buildSamlEndpoints(domain, provider);
    try {
      const identity = await verifyResponse(response, {
        issuer,
        audience: entityId,
        recipient: assertionConsumerUrl,
        requestId: deriveRequestSecrets(state, bindingSecret).samlRequestId,
        subjectAttribute: saml.subjectAttribute ?? null,
        certificates: saml.certificates,
        decryptionKeys: this.keys.read(domain, provider).map(({ privateKey }) => privateKey),
      });
      return toUpstreamIdentity(identity, provider, computeMaxAge(request));
    } catch (error) {
      throw error instanceof SamlError ? new FederationFailure(error.reason, error) : error;
    }
  }
}
