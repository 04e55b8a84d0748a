import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type AuthSettings } from '@latchkey/config';
import { Metrics, setRequestIdHeader, REQUEST_ID, getRequestEvent } from '@latchkey/observability';
import { isDatabaseOutage, type CurrentRevision } from '@latchkey/persistence';
import { STRICT_TRANSPORT_SECURITY } from '@latchkey/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CurrentRevisionService } from '../domain/current-revision.service.js';
import { ProviderGateway } from '../provider/provider.gateway.js';
import { sendUnavailable } from '../provider/requests/unavailable.js';
import { SETTINGS } from '../settings/settings.module.js';
import { AccessTokenTemplateCache, INVALID_CLIENT } from './access-token-template.cache.js';
import { parseFastPathRequest, type FastPathRequest } from './fast-path-request.js';

const INVALID_CLIENT_DESCRIPTION = 'client authentication failed';
const INVALID_CLIENT_BODY = JSON.stringify({ error: INVALID_CLIENT, error_description: INVALID_CLIENT_DESCRIPTION });
/** In the challenge to a client that has used the header. */
const INVALID_CLIENT_REASON = `, error="${INVALID_CLIENT}", error_description="${INVALID_CLIENT_DESCRIPTION}"`;

/**
 * Answers plain client credentials requests, and no others: at less than half of what the way through oidc-provider costs. A wrong secret is
 * refused here too, because anyone can send many. Every other refusal is left to oidc-provider, so that there is one wording for each.
 */
@Injectable()
export class TokenHandler {
  private readonly securityHeaders: Record<string, string>;

  constructor(
    private readonly revisions: CurrentRevisionService,
    private readonly templates: AccessTokenTemplateCache,
    private readonly gateway: ProviderGateway,
    private readonly metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: AuthSettings,
  ) {
    this.securityHeaders = settings.AUTH_URL.startsWith('https:') ? STRICT_TRANSPORT_SECURITY : {};
  }

  /** @param host the name of the host that the request is for */
  async handle(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    const body = await readBody(request);
    if (body === null) return;
    let current: CurrentRevision | null | undefined;
    try {
      const plain = parseFastPathRequest(request.headers, body);
      if (plain) {
        current = await this.revisions.read(host, plain.clientId);
        if (current && (await this.answerFast(plain, response, { host, current }))) return;
      }
    } catch (error) {
      this.setCommonHeaders(response);
      if (!isDatabaseOutage(error)) throw error;
      return sendUnavailable(response, error);
    }
    this.setCommonHeaders(response);
    await this.gateway.handle(request, response, { host, body, ...(current === undefined ? {} : { current }) });
  }

  /** @returns whether the request was answered */
  private async answerFast(plain: FastPathRequest, response: ServerResponse, { host, current }: CurrentHost): Promise<boolean> {
    const now = Date.now();
    // A cached template is returned without a promise: awaiting one would cost every token two turns of the microtask queue.
    const found = this.templates.getOrBuild(plain, current, now);
    const template = found instanceof Promise ? await found : found;
    if (template === null) return false;
    const event = getRequestEvent(response);
    event.domain = host;
    if (current.clientRevision !== null) event.client = plain.clientId;
    if (template === INVALID_CLIENT) return this.refuseClient(response, host);
    this.metrics.tokens.inc({ grant_type: 'client_credentials' });
    sendJson(response, 200, { body: template.render(now), headers: this.securityHeaders });
    return true;
  }

  /** Service does this for every other request. */
  private setCommonHeaders(response: ServerResponse): void {
    setRequestIdHeader(response);
    response.setHeaders(new Map(Object.entries(this.securityHeaders)));
  }

  /** RFC 6749 section 5.2, as oidc-provider words it. */
  private refuseClient(response: ServerResponse, host: string): true {
    getRequestEvent(response).problem = INVALID_CLIENT;
    const reason = response.req.headers.authorization === undefined ? '' : INVALID_CLIENT_REASON;
    const challenge = `Basic realm="${authUrlOf(this.settings, host)}"${reason}`;
    sendJson(response, 401, { body: INVALID_CLIENT_BODY, headers: { ...this.securityHeaders, 'WWW-Authenticate': challenge } });
    return true;
  }
}

interface CurrentHost {
  host: string;
  current: CurrentRevision;
}

/** @param body ASCII */
function sendJson(response: ServerResponse, status: number, { body, headers }: { body: string; headers: Record<string, string> }): void {
  response.writeHead(status, {
    ...headers,
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
