import { Injectable } from '@nestjs/common';
import { hashSecret } from '@latchkey/crypto';
import {
  FederationRequestRepository,
  ServedIdentityProviderRepository,
  type AnsweredFederationRequest,
  type FederationRequestKey,
} from '@latchkey/persistence';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { FederationFailure } from '../federation-failure.js';
import { FederatedSignInService } from './federated-sign-in.service.js';
import { FederationFailurePageService } from '../federation-failure-page.service.js';
import { FEDERATION_COOKIE, FEDERATION_REQUEST_TTL_SECONDS } from '../authorize/upstream-authorization.service.js';
import { CodeExchangeService } from './code-exchange.service.js';
import { deriveRequestSecrets } from '../upstream/upstream-authorization-request.js';

const STATE_PATTERN = /^[\w-]{43}$/;

/** A callback that matches a pending authorization request. */
interface PendingCallback {
  /** Name of the identity provider. */
  name: string;
  query: string;
  state: string;
  bindingSecret: string;
  request: AnsweredFederationRequest;
}

/** Handles callbacks from identity providers. Each is accepted once, only in the browser that started the request. */
@Injectable()
export class FederationCallbackService {
  constructor(
    private readonly requests: FederationRequestRepository,
    private readonly providers: ServedIdentityProviderRepository,
    private readonly codeExchange: CodeExchangeService,
    private readonly signIns: FederatedSignInService,
    private readonly failurePages: FederationFailurePageService,
  ) {}

  /**
   * @param query the authorization response, encoded as a query
   * @returns the path that continues the sign-in
   * @throws PageRefusal
   */
  async receive(requestContext: DomainRequest, name: string, query: string): Promise<string> {
    const pending = await this.consumeRequest(requestContext, name, query);
    const { uid, clientId } = pending.request;
    try {
      await this.accept(requestContext, pending);
    } catch (error) {
      throw await this.failurePages.handle(requestContext, error, { provider: name, uid, clientId });
    }
    return `/sign-in/${uid}`;
  }

  /** Whether a response of the identity provider may have the user's name. */
  async usesAppleName({ domain }: DomainRequest, name: string): Promise<boolean> {
    return ((await this.providers.find(domain.id, name))?.appleKey ?? null) !== null;
  }

  private async accept(requestContext: DomainRequest, { name, query, state, bindingSecret, request }: PendingCallback): Promise<void> {
    const provider = await this.providers.find(requestContext.domain.id, name);
    if (!provider) throw new FederationFailure('provider-off');
    if (provider.issuer !== request.issuer) throw new FederationFailure('provider-changed');
    const response = { query, secrets: deriveRequestSecrets(state, bindingSecret), maxAge: computeMaxAge(request) };
    const identity = await this.codeExchange.exchangeCode(requestContext.domain, provider, response);
    await this.signIns.accept(requestContext, request, { provider, identity });
  }

  /** Explains a callback without a pending request: it is repeated, expired or forged. */
  private async explainMissingRequest(requestContext: DomainRequest, key: FederationRequestKey): Promise<PageRefusal> {
    const past = await this.requests.findAnsweredOrExpired(key);
    if (past && !past.used)
      return this.failurePages.handle(requestContext, new FederationFailure('too-late'), { provider: key.provider, ...past });
    const { id, branding } = requestContext.domain;
    const provider = past && (await this.providers.findIncludingDisabled(id, key.provider));
    return new PageRefusal('provider-over', 400, branding, past && `/sign-in/${past.uid}`, provider?.displayName);
  }

  /** @throws PageRefusal if the request has ended, belongs to another browser, or never existed */
  private async consumeRequest(requestContext: DomainRequest, name: string, query: string): Promise<PendingCallback> {
    const { domain } = requestContext;
    const states = new URLSearchParams(query).getAll('state');
    const [state = ''] = states;
    const bindingSecret = FEDERATION_COOKIE.read(requestContext, state);
    if (bindingSecret === null) throw new PageRefusal('other-browser', 400, domain.branding);
    if (states.length !== 1 || !STATE_PATTERN.test(state)) throw new PageRefusal('provider-over', 400, domain.branding);
    const key = { domainId: domain.id, stateHash: hashSecret(state), browserHash: hashSecret(bindingSecret), provider: name };
    const found = await this.requests.consume(key);
    if (!found) throw await this.explainMissingRequest(requestContext, key);
    FEDERATION_COOKIE.forget(requestContext, state);
    return { name, query, state, bindingSecret, request: found };
  }
}

/** @returns `max_age` in seconds plus the time since the redirect, because the limit applies to the time of the redirect */
function computeMaxAge({ maxAge, left }: AnsweredFederationRequest): number | null {
  return maxAge === null ? null : maxAge + FEDERATION_REQUEST_TTL_SECONDS - left;
}
