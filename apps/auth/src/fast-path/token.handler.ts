import { Injectable } from '@nestjs/common';
import { Metrics, REQUEST_ID, getRequestEvent } from '@latchkey/observability';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../protocol/form-body.js';
import { FastPathService } from './fast-path.service.js';
import type { RequestState } from '../protocol/request-state.js';
import { INVALID_CLIENT } from './access-token-template.cache.js';
import { FastPathGrantService, type FastPathAnswer } from './fast-path-grant.service.js';
import { parseFastPathRequest, parseRedemption } from './fast-path-request.js';
import { RedemptionService } from './redemption/redemption.service.js';

const INVALID_CLIENT_DESCRIPTION = 'client authentication failed';
const INVALID_CLIENT_BODY = JSON.stringify({ error: INVALID_CLIENT, error_description: INVALID_CLIENT_DESCRIPTION });
/** Part of the challenge to a client that has used the header. */
const INVALID_CLIENT_REASON = `, error="${INVALID_CLIENT}", error_description="${INVALID_CLIENT_DESCRIPTION}"`;

/**
 * Answers plain token requests for less than half the cost of oidc-provider. It also rejects client credentials that could not be
 * authenticated, because anyone can send many. All other rejections are left to oidc-provider, so that each has a single wording.
 */
@Injectable()
export class TokenHandler {
  constructor(
    private readonly grants: FastPathGrantService,
    private readonly redemptions: RedemptionService,
    private readonly fastPath: FastPathService,
    private readonly metrics: Metrics,
  ) {}

  /** @param host the requested host name @returns null if the request was answered, otherwise its parsed state */
  async handle(request: IncomingMessage, response: ServerResponse, host: string): Promise<RequestState | null> {
    const body = await readBody(request).catch(() => null);
    // The client disconnected before the body was complete.
    if (body === null) return null;
    const requestState: RequestState = { host, body };
    try {
      const plain = parseFastPathRequest(request.headers, body);
      const redemption = plain ? null : parseRedemption(request.headers, body);
      const answer = plain
        ? await this.grants.grant(request, plain, requestState)
        : redemption && (await this.redemptions.redeem(redemption, requestState));
      if (answer) {
        this.send(response, answer, { host, grantType: redemption?.grantType ?? 'client_credentials' });
        return null;
      }
    } catch (error) {
      return this.fastPath.fail({ request, response, requestState }, error);
    }
    return this.fastPath.fallBack({ request, response, requestState });
  }

  private send(
    response: ServerResponse,
    { clientId, body, nextNonce }: FastPathAnswer,
    { host, grantType }: { host: string; grantType: string },
  ): void {
    const event = getRequestEvent(response);
    event.domain = host;
    if (clientId !== null) event.client = clientId;
    if (body === null) return this.refuseSecret(response, host);
    this.metrics.countToken(host, grantType);
    const { securityHeaders } = this.fastPath;
    const headers = nextNonce === null ? securityHeaders : { ...securityHeaders, 'DPoP-Nonce': nextNonce };
    sendJson(response, 200, { body, headers });
  }

  /** RFC 6749 section 5.2, in oidc-provider's wording. */
  private refuseSecret(response: ServerResponse, host: string): void {
    getRequestEvent(response).problem = INVALID_CLIENT;
    const reason = response.req.headers.authorization === undefined ? '' : INVALID_CLIENT_REASON;
    const challenge = `Basic realm="${this.fastPath.getIssuer(host)}"${reason}`;
    sendJson(response, 401, { body: INVALID_CLIENT_BODY, headers: { ...this.fastPath.securityHeaders, 'WWW-Authenticate': challenge } });
  }
}

/** @param body ASCII */
function sendJson(
  response: ServerResponse,
  status: number,
  { body, headers }: { body: string; headers: Readonly<Record<string, string>> },
): void {
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
