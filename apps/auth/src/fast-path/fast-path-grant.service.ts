import { Injectable } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { IncomingMessage } from 'node:http';
import { hasCertificate } from '../client-authentication/certificate/presented-certificate.js';
import { ClientAuthenticationService } from '../client-authentication/client-authentication.service.js';
import { isCertificateMethod } from '../client-authentication/token-binding.js';
import { CurrentRevisionService } from '../domain/current-revision.service.js';
import { PATHS } from '../protocol/endpoints.js';
import type { RequestState } from '../protocol/request-state.js';
import { TokenCounters } from '../token-quota/token-counters.js';
import { AccessTokenTemplateCache, INVALID_CLIENT, type RequestTime } from './access-token-template.cache.js';
import type { AccessTokenTemplate } from './access-token-template.js';
import type { AuthenticationByKeyRequest, FastPathRequest, SecretRequest } from './fast-path-request.js';
import { TokenBindingService, type PresentedProofs } from './token-binding.service.js';

/** The response to a plain request. */
export interface FastPathAnswer {
  /** Null if the domain has no such client. */
  clientId: string | null;
  /** The access token response; null if the secret is invalid. */
  body: string | null;
  /** For the `DPoP-Nonce` header. */
  nextNonce: string | null;
}

/** Grants plain client credentials requests: RFC 6749 section 4.4. */
@Injectable()
export class FastPathGrantService {
  constructor(
    private readonly revisions: CurrentRevisionService,
    private readonly templates: AccessTokenTemplateCache,
    private readonly clientAuthentication: ClientAuthenticationService,
    private readonly bindings: TokenBindingService,
    private readonly counters: TokenCounters,
  ) {}

  /**
   * @param requestState receives the parsed request, so that oidc-provider need not parse it again
   * @returns null if oidc-provider must answer
   * @throws ClientAuthenticationError, TokenQuotaExceededError
   */
  grant(request: IncomingMessage, plain: FastPathRequest, requestState: RequestState): Promise<FastPathAnswer | null> {
    const keys = this.bindings.read(request);
    if ('clientSecret' in plain) return this.grantBySecret(plain, keys, requestState);
    return this.grantByKey(plain, keys, requestState);
  }

  private async grantBySecret(plain: SecretRequest, keys: PresentedProofs, requestState: RequestState): Promise<FastPathAnswer | null> {
    const current = await this.revisions.read(requestState.host, plain.clientId);
    requestState.current = current;
    if (!current) return null;
    const time = createRequestTime(keys, false);
    // A cached template is returned without a promise: awaiting one would cost every token two turns of the microtask queue.
    const found = this.templates.getOrBuild(plain, current, time);
    const template = found instanceof Promise ? await found : found;
    const clientId = current.clientRevision === null ? null : plain.clientId;
    if (template === INVALID_CLIENT) return { clientId, body: null, nextNonce: null };
    return template && this.issue(template, keys, { now: time.now, host: requestState.host });
  }

  private async grantByKey(
    plain: AuthenticationByKeyRequest,
    keys: PresentedProofs,
    requestState: RequestState,
  ): Promise<FastPathAnswer | null> {
    const { host: domainName } = requestState;
    const { certificate, received } = keys;
    const { requestId } = getRequestEvent({ req: received });
    const { parameters } = plain;
    const request = { domainName, path: PATHS.token, received, requestId, authorization: undefined, certificate, parameters };
    const authenticated = await this.clientAuthentication.authenticate(request);
    requestState.authenticated = authenticated;
    if (!authenticated) return null;
    requestState.current = authenticated.current;
    const time = createRequestTime(keys, isCertificateMethod(authenticated.method.method));
    const template = this.templates.getOrBuildFor(authenticated, plain, time);
    return template && this.issue(template, keys, { now: time.now, host: domainName });
  }

  private issue(
    template: AccessTokenTemplate,
    keys: PresentedProofs,
    at: { now: number; host: string },
  ): FastPathAnswer | Promise<FastPathAnswer | null> {
    // Without a quota no promise is awaited.
    return template.tokenLimits.length > 0 ? this.issueLimited(template, keys, at) : this.issueCounted(template, keys, at);
  }

  /** @throws TokenQuotaExceededError */
  private async issueLimited(
    template: AccessTokenTemplate,
    keys: PresentedProofs,
    at: { now: number; host: string },
  ): Promise<FastPathAnswer | null> {
    const counted = await this.counters.quotas.take(template.tokenLimits);
    let answer: FastPathAnswer | null = null;
    try {
      answer = await this.issueCounted(template, keys, at);
      return answer;
    } finally {
      if (!answer) counted.release();
    }
  }

  private issueCounted(
    template: AccessTokenTemplate,
    keys: PresentedProofs,
    at: { now: number; host: string },
  ): FastPathAnswer | Promise<FastPathAnswer | null> {
    if (template.binding !== null) return this.issueBound(template, keys, at);
    this.counters.usage.countToken(template.domainId, template.clientId);
    return { clientId: template.clientId, body: template.render(at.now, null), nextNonce: null };
  }

  private async issueBound(
    template: AccessTokenTemplate,
    keys: PresentedProofs,
    at: { now: number; host: string },
  ): Promise<FastPathAnswer | null> {
    const binding = await this.bindings.bind(template, keys, at);
    if (!binding) return null;
    this.counters.usage.countToken(template.domainId, template.clientId);
    return { clientId: template.clientId, body: template.render(at.now, binding.confirmation), nextNonce: binding.nextNonce };
  }
}

function createRequestTime({ proof, certificate }: PresentedProofs, isAuthenticatedByCertificate: boolean): RequestTime {
  return {
    now: Date.now(),
    presented: { hasProof: proof !== undefined, hasCertificate: hasCertificate(certificate), isAuthenticatedByCertificate },
  };
}
