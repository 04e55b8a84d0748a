import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type AuthSettings } from '@latchkey/config';
import { getRequestEvent, REQUEST_ID, setRequestIdHeader } from '@latchkey/observability';
import { isDatabaseOutage } from '@latchkey/persistence';
import { STRICT_TRANSPORT_SECURITY } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientAuthenticationError } from '../client-authentication/client-authentication.error.js';
import { TooManyRefusedTokensError } from '../domain/too-many-refused-tokens.error.js';
import { SETTINGS } from '../settings/settings.module.js';
import { ProviderGateway, type GatewayTarget } from './provider.gateway.js';
import { setCorsHeaders } from '../protocol/cors.js';
import { refuseClient } from '../protocol/refuse-client.js';
import { refuseTooManyTokens } from '../protocol/refuse-tokens.js';
import { sendUnavailable } from '../protocol/unavailable.js';

/** A request that a fast path could not answer. */
export interface UnansweredRequest {
  request: IncomingMessage;
  response: ServerResponse;
  target: GatewayTarget;
}

/** What the fast paths have in common: they come before Service and oidc-provider. */
@Injectable()
export class FastPathService {
  /** Of every response. */
  readonly securityHeaders: Readonly<Record<string, string>>;

  constructor(
    private readonly gateway: ProviderGateway,
    @Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'AUTH_URL'>,
  ) {
    this.securityHeaders = settings.AUTH_URL.startsWith('https:') ? STRICT_TRANSPORT_SECURITY : {};
  }

  /** The headers of a response that Service sets otherwise. */
  getCommonHeaders(response: ServerResponse): Record<string, string> {
    return { ...this.securityHeaders, [REQUEST_ID]: getRequestEvent(response).requestId };
  }

  /** Lets oidc-provider answer. */
  async handOver({ request, response, target }: UnansweredRequest): Promise<void> {
    this.setCommonHeaders(request, response);
    await this.gateway.handle(request, response, target);
  }

  /** Answers a request whose client could not be authenticated, or for which the database does not answer. @throws every other error */
  fail({ request, response, target }: UnansweredRequest, error: unknown): void {
    this.setCommonHeaders(request, response);
    if (error instanceof ClientAuthenticationError)
      return refuseClient(request, response, { issuer: authUrlOf(this.settings, target.host), error });
    if (error instanceof TooManyRefusedTokensError) return refuseTooManyTokens(request, response, error);
    if (!isDatabaseOutage(error)) throw error;
    sendUnavailable(response, error);
  }

  /** Service and the router do this for every other request. */
  private setCommonHeaders(request: IncomingMessage, response: ServerResponse): void {
    setRequestIdHeader(response);
    setCorsHeaders(request, response);
    response.setHeaders(new Map(Object.entries(this.securityHeaders)));
  }
}
