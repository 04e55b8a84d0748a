import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type AuthSettings } from '@latchkey/config';
import { getRequestEvent, REQUEST_ID, setRequestIdHeader } from '@latchkey/observability';
import { isTemporary } from '@latchkey/persistence';
import { STRICT_TRANSPORT_SECURITY } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientAuthenticationError } from '../client-authentication/client-authentication.error.js';
import { TooManyRefusedTokensError } from '../domain/too-many-refused-tokens.error.js';
import { TokenQuotaExceededError } from '../token-quota/token-quota-exceeded.error.js';
import { SETTINGS } from '../settings/settings.module.js';
import type { RequestState } from '../protocol/request-state.js';
import { setCorsHeaders } from '../protocol/cors.js';
import { refuseClient } from '../protocol/refuse-client.js';
import { refuseTooManyTokens } from '../protocol/refuse-tokens.js';
import { sendUnavailable } from '../protocol/unavailable.js';

/** A request that a fast path could not answer. */
export interface UnansweredRequest {
  request: IncomingMessage;
  response: ServerResponse;
  requestState: RequestState;
}

/** What all fast paths share. They run before Service and oidc-provider. */
@Injectable()
export class FastPathService {
  /** Set on every response. */
  readonly securityHeaders: Readonly<Record<string, string>>;

  constructor(@Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'AUTH_URL'>) {
    this.securityHeaders = settings.AUTH_URL.startsWith('https:') ? STRICT_TRANSPORT_SECURITY : {};
  }

  /** The issuer of the domain of a host name. */
  getIssuer(host: string): string {
    return authUrlOf(this.settings, host);
  }

  /** The headers that Service sets on other responses. */
  getCommonHeaders(response: ServerResponse): Record<string, string> {
    return { ...this.securityHeaders, [REQUEST_ID]: getRequestEvent(response).requestId };
  }

  /** @returns the parsed state of the request for the gateway, because oidc-provider must answer it */
  fallBack({ request, response, requestState }: UnansweredRequest): RequestState {
    this.setCommonHeaders(request, response);
    return requestState;
  }

  /** Answers a request whose client could not be authenticated or has used up its quota, or whose database query failed. @throws every other error */
  fail({ request, response, requestState }: UnansweredRequest, error: unknown): null {
    this.setCommonHeaders(request, response);
    if (error instanceof ClientAuthenticationError) refuseClient(request, response, { issuer: this.getIssuer(requestState.host), error });
    else if (error instanceof TooManyRefusedTokensError || error instanceof TokenQuotaExceededError)
      refuseTooManyTokens(request, response, error);
    else if (isTemporary(error)) sendUnavailable(response, error);
    else throw error;
    return null;
  }

  /** Service and the router do this for all other requests. */
  private setCommonHeaders(request: IncomingMessage, response: ServerResponse): void {
    setRequestIdHeader(response);
    setCorsHeaders(request, response);
    response.setHeaders(new Map(Object.entries(this.securityHeaders)));
  }
}
