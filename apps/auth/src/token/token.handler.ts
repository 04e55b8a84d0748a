import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Metrics, setRequestIdHeader, REQUEST_ID, getRequestEvent } from '@latchkey/observability';
import { isDatabaseOutage } from '@latchkey/persistence';
import { STRICT_TRANSPORT_SECURITY } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CurrentRevisionService } from '../domain/current-revision.service.js';
import { ProviderGateway } from '../provider/provider.gateway.js';
import { sendUnavailable } from '../provider/requests/unavailable.js';
import { SETTINGS } from '../settings/settings.module.js';
import { AccessTokenTemplateCache } from './access-token-template.cache.js';
import { parseFastPathRequest, type FastPathRequest } from './fast-path-request.js';

/**
 * Answers plain client credentials requests, and no others: at less than half of what the way through oidc-provider costs.
 * Every refusal is left to oidc-provider, so that there is one wording for each.
 */
@Injectable()
export class TokenHandler {
  private readonly securityHeaders: Readonly<Record<string, string>>;

  constructor(
    private readonly revisions: CurrentRevisionService,
    private readonly grants: AccessTokenTemplateCache,
    private readonly gateway: ProviderGateway,
    private readonly metrics: Metrics,
    @Inject(SETTINGS) { AUTH_URL: authUrl }: AuthSettings,
  ) {
    this.securityHeaders = authUrl.startsWith('https:') ? STRICT_TRANSPORT_SECURITY : {};
  }

  /** @param host the name of the host that the request is for */
  async handle(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    const body = await readBody(request);
    if (body === null) return;
    try {
      const plain = parseFastPathRequest(request.headers, body);
      if (plain && (await this.answerFast(plain, response, host))) return;
    } catch (error) {
      this.setCommonHeaders(response);
      if (!isDatabaseOutage(error)) throw error;
      return sendUnavailable(response, error);
    }
    this.setCommonHeaders(response);
    await this.gateway.handle(request, response, { host, body });
  }

  /** @returns whether the request was answered */
  private async answerFast(plain: FastPathRequest, response: ServerResponse, host: string): Promise<boolean> {
    const current = await this.revisions.read(host, plain.clientId);
    if (!current) return false;
    const now = Date.now();
    // A cached template is returned without a promise: awaiting one would cost every token two turns of the microtask queue.
    const found = this.grants.getOrBuild(plain, current, now);
    const grant = found instanceof Promise ? await found : found;
    if (!grant) return false;
    this.recordIssuedToken(response, host, plain.clientId);
    sendTokenResponse(response, grant.render(now), this.securityHeaders);
    return true;
  }

  /** Service does this for every other request. */
  private setCommonHeaders(response: ServerResponse): void {
    setRequestIdHeader(response);
    response.setHeaders(new Map(Object.entries(this.securityHeaders)));
  }

  private recordIssuedToken(response: ServerResponse, domain: string, clientId: string): void {
    const event = getRequestEvent(response);
    event.domain = domain;
    event.client = clientId;
    this.metrics.tokens.inc({ grant_type: 'client_credentials' });
  }
}

function sendTokenResponse(response: ServerResponse, body: string, securityHeaders: Readonly<Record<string, string>>): void {
  response.writeHead(200, {
    ...securityHeaders,
    [REQUEST_ID]: getRequestEvent(response).requestId,
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
    Vary: 'Origin',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  });
  response.end(body, 'latin1');
}

/** @returns null if the client went away before the body was complete */
function readBody(request: IncomingMessage): Promise<string | null> {
  return new Promise((resolve) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
    request.on('end', () => resolve(body));
    request.on('error', () => resolve(null));
  });
}
