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
import { FEDERATION_COOKIE, FEDERATION_REQUEST_TTL_SECONDS } from '../authorize/upstream-authorization.service.js';
import { FederationFailurePageService } from '../federation-failure-page.service.js';
import { FederationFailure } from '../federation-failure.js';

const STATE_PATTERN = /^[\w-]{43}$/;

/** A request to an identity provider whose response has arrived. */
export interface PendingRequest {
  state: string;
  bindingSecret: string;
  request: AnsweredFederationRequest;
}

/** Finds the request that a response answers. Each takes one response, only in the browser that started it. */
@Injectable()
export class PendingRequestService {
  constructor(
    private readonly requests: FederationRequestRepository,
    private readonly providers: ServedIdentityProviderRepository,
    private readonly failurePages: FederationFailurePageService,
  ) {}

  /**
   * @param name of the identity provider
   * @param states all values of the response's `state` or `RelayState`
   * @throws PageRefusal if the request has ended, belongs to another browser, or never existed
   */
  async consume(requestContext: DomainRequest, name: string, states: readonly string[]): Promise<PendingRequest> {
    const { domain } = requestContext;
    const [state = ''] = states;
    const bindingSecret = FEDERATION_COOKIE.read(requestContext, state);
    if (bindingSecret === null) throw new PageRefusal('other-browser', 400, domain.branding);
    if (states.length !== 1 || !STATE_PATTERN.test(state)) throw new PageRefusal('provider-over', 400, domain.branding);
    const key = { domainId: domain.id, stateHash: hashSecret(state), browserHash: hashSecret(bindingSecret), provider: name };
    const request = await this.requests.consume(key);
    if (!request) throw await this.explainMissingRequest(requestContext, key);
    FEDERATION_COOKIE.forget(requestContext, state);
    return { state, bindingSecret, request };
  }

  /** Explains a response without a pending request: it is repeated, expired or forged. */
  private async explainMissingRequest(requestContext: DomainRequest, key: FederationRequestKey): Promise<PageRefusal> {
    const past = await this.requests.findAnsweredOrExpired(key);
    if (past && !past.used)
      return this.failurePages.handle(requestContext, new FederationFailure('too-late'), { provider: key.provider, ...past });
    const { id, branding } = requestContext.domain;
    const provider = past && (await this.providers.findIncludingDisabled(id, key.provider));
    return new PageRefusal('provider-over', 400, branding, past && `/sign-in/${past.uid}`, provider?.displayName);
  }
}

/** @returns `max_age` in seconds plus the time since the redirect, because the limit applies to the time of the redirect */
export function computeMaxAge({ maxAge, left }: AnsweredFederationRequest): number | null {
  return maxAge === null ? null : maxAge + FEDERATION_REQUEST_TTL_SECONDS - left;
}
