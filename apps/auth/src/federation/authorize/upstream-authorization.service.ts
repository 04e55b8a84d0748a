import { Injectable } from '@nestjs/common';
import { hashSecret, randomSecret } from '@latchkey/crypto';
import {
  FederationRequestRepository,
  ServedIdentityProviderRepository,
  type NewFederationRequest,
  type ServedIdentityProvider,
} from '@latchkey/persistence';
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { buildUpstreamAcrValues, type RequestedAcrs } from '../../assurance/upstream-assurance.js';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { PendingLimitService } from '../../domain/pending-limit.service.js';
import { TooManyPendingError } from '../../domain/too-many-pending.error.js';
import { toFederationFailure, FederationFailure } from '../federation-failure.js';
import { BindingCookie } from '../../pages/http/binding.cookie.js';
import { COOKIES } from '../../pages/http/cookies.js';
import { SamlRequestService } from '../saml/saml-request.service.js';
import { UpstreamClientService } from '../upstream/upstream-client.service.js';
import {
  buildForwardedParameters,
  buildRedirectUri,
  buildScope,
  deriveRequestSecrets,
  filterSupportedPrompts,
  type ForwardedParameters,
  type RequestSecrets,
} from '../upstream/upstream-authorization-request.js';

/** How long the callback of an authorization request is accepted. */
export const FEDERATION_REQUEST_TTL_SECONDS = 600;

/** The local authorization request that the upstream request serves. */
export interface UpstreamAuthorizationParameters extends Omit<ForwardedParameters, 'acrValues'> {
  /** Name of the identity provider. */
  provider: string;
  uid: string;
  clientId: string;
  /** Whether an earlier attempt did not complete. The cached metadata may then be outdated. */
  isRetry: boolean;
  /** Required and voluntary acr values. */
  requestedAcrs: RequestedAcrs;
}

/** Binds an upstream authorization request to the browser that started it. */
export const FEDERATION_COOKIE = new BindingCookie(COOKIES.federation);

/** Starts authorization requests at identity providers. */
@Injectable()
export class UpstreamAuthorizationService {
  constructor(
    private readonly providers: ServedIdentityProviderRepository,
    private readonly requests: FederationRequestRepository,
    private readonly clients: UpstreamClientService,
    private readonly limits: PendingLimitService,
    private readonly samlRequests: SamlRequestService,
  ) {}

  /** @returns the authorization URL to redirect to @throws FederationFailure if the identity provider is off or unreachable */
  async begin(requestContext: DomainRequest, parameters: UpstreamAuthorizationParameters): Promise<URL> {
    const provider = await this.providers.find(requestContext.domain.id, parameters.provider);
    if (!provider) throw new FederationFailure('provider-off');
    try {
      return await this.buildUrl(requestContext, provider, parameters);
    } catch (error) {
      throw toFederationFailure(error);
    }
  }

  private async buildUrl(
    requestContext: DomainRequest,
    provider: ServedIdentityProvider,
    parameters: UpstreamAuthorizationParameters,
  ): Promise<URL> {
    const { domain } = requestContext;
    // control: a provider that cannot say when a user signed in is not asked for a new sign-in
    if (provider.kind === 'oauth2' && (parameters.maxAge !== null || parameters.prompts.includes('login')))
      throw new FederationFailure('too-long-ago');
    const { saml } = provider;
    if (saml !== null) {
      const secrets = await this.createRequest(requestContext, provider, parameters);
      return this.samlRequests.buildUrl(domain, { ...provider, saml }, { ...secrets, ...parameters });
    }
    const client = await this.clients.getConfiguration(domain, provider, { reload: parameters.isRetry });
    const secrets = await this.createRequest(requestContext, provider, parameters);
    const { acr_values_supported: supportedAcrValues, prompt_values_supported: supportedPrompts } = client.serverMetadata();
    const acrValues = buildUpstreamAcrValues(parameters.requestedAcrs, Array.isArray(supportedAcrValues) ? supportedAcrValues : []);
    const prompts = filterSupportedPrompts(parameters.prompts, supportedPrompts);
    return buildAuthorizationUrl(client, {
      redirect_uri: buildRedirectUri(domain, provider.name),
      scope: buildScope(provider),
      state: secrets.state,
      ...(provider.kind === 'oidc' && { nonce: secrets.nonce }),
      code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
      code_challenge_method: 'S256',
      ...(provider.responseMode !== null && { response_mode: provider.responseMode }),
      ...buildForwardedParameters({ ...parameters, acrValues, prompts }),
    });
  }

  private async createRequest(
    requestContext: DomainRequest,
    { name, issuer }: ServedIdentityProvider,
    { uid, clientId, maxAge }: UpstreamAuthorizationParameters,
  ): Promise<RequestSecrets> {
    const state = randomSecret();
    const bindingSecret = FEDERATION_COOKIE.bind(requestContext, state);
    const hashes = { stateHash: hashSecret(state), browserHash: hashSecret(bindingSecret) };
    await this.store(requestContext, { domainId: requestContext.domain.id, ...hashes, provider: name, issuer, uid, clientId, maxAge });
    return deriveRequestSecrets(state, bindingSecret);
  }

  private async store({ request }: DomainRequest, newRequest: NewFederationRequest): Promise<void> {
    const seconds = await this.limits.secondsToWait({ domainId: newRequest.domainId, kind: 'federation-request', request });
    if (seconds !== null) throw new TooManyPendingError(seconds);
    const bounds = { lifetime: FEDERATION_REQUEST_TTL_SECONDS, limit: this.limits.perDomain('federation-request') };
    if (!(await this.requests.create(newRequest, bounds))) throw new TooManyPendingError();
  }
}
