import { Injectable } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describeMismatch } from '../../client-authentication/certificate/presented-certificate.js';
import { PATHS } from '../../protocol/endpoints.js';
import type { RequestState } from '../../protocol/request-state.js';
import { createProofChallenge, createTokenChallenge, type TokenError } from '../../protocol/token-challenge.js';
import { DpopProofService } from '../../provider/dpop/dpop-proof.service.js';
import type { PossessionViolation } from '../../provider/dpop/proof-of-possession.service.js';
import { FastPathService } from '../fast-path.service.js';
import { ForwardAuthService, type Bearer, type ForwardAuthDecision } from './forward-auth.service.js';

const READ_METHODS = new Set(['GET', 'HEAD']);
/** One text for every reason, so that nothing can be learned of a token by guessing. */
const INVALID_TOKEN = 'the access token has expired, was revoked or was not issued by this domain';
const OTHER_AUDIENCE = 'the access token is not for this API: request one with its audience as resource';
const NOT_PROVEN = 'the access token is bound to a key that the request does not prove';
const NO_PROOF = 'the access token is bound to a key: the request needs a DPoP proof';

/** A response without a token error. */
interface PlainAnswer {
  status: 204 | 401;
  headers: Record<string, string>;
}

interface ErrorAnswer {
  status: 400 | 401 | 403;
  error: TokenError;
  headers: Record<string, string>;
}

/** Whether a gateway asks about a request. */
export function isForwardAuth({ method, url = '' }: IncomingMessage): boolean {
  return READ_METHODS.has(method ?? '') && (url === PATHS.forwardAuth || url.startsWith(`${PATHS.forwardAuth}?`));
}

/** Answers gateways that ask whether to let a request pass: `auth_request` of nginx, `forwardAuth` of Traefik, `forward_auth` of Caddy. */
@Injectable()
export class ForwardAuthHandler {
  constructor(
    private readonly forwardAuth: ForwardAuthService,
    private readonly proofs: DpopProofService,
    private readonly fastPath: FastPathService,
  ) {}

  /** @param host the requested host name @returns null if the request was answered, otherwise its parsed state */
  async handle(request: IncomingMessage, response: ServerResponse, host: string): Promise<RequestState | null> {
    const requestState: RequestState = { host };
    try {
      const decision = await this.forwardAuth.decide(request, requestState);
      if (request.socket.destroyed) return null;
      if (decision) {
        getRequestEvent(response).domain = host;
        this.send(response, this.createAnswer(this.fastPath.getIssuer(host), decision));
        return null;
      }
    } catch (error) {
      return this.fastPath.fail({ request, response, requestState }, error);
    }
    return this.fastPath.fallBack({ request, response, requestState });
  }

  private createAnswer(issuer: string, decision: ForwardAuthDecision): PlainAnswer | ErrorAnswer {
    switch (decision.outcome) {
      case 'allowed':
        return { status: 204, headers: createBearerHeaders(decision.bearer, decision.nextNonce) };
      case 'no-token':
        return { status: 401, headers: { 'WWW-Authenticate': createTokenChallenge(issuer, null) } };
      case 'invalid-request':
        return refuse(issuer, 400, { code: 'invalid_request', description: decision.violation });
      case 'invalid-token':
        return refuse(issuer, 401, { code: 'invalid_token', description: INVALID_TOKEN });
      case 'other-audience':
        return refuse(issuer, 401, { code: 'invalid_token', description: OTHER_AUDIENCE });
      case 'not-proven':
        return this.refuseKeys(issuer, decision.violation);
      case 'insufficient-scope': {
        const scope = decision.required.join(' ');
        return refuse(issuer, 403, { code: 'insufficient_scope', description: `the access token needs the scope ${scope}`, scope });
      }
    }
  }

  private refuseKeys(issuer: string, violation: PossessionViolation): ErrorAnswer {
    switch (violation.missing) {
      case 'scheme':
        return refuse(issuer, 401, { code: 'invalid_token', description: NOT_PROVEN });
      case 'certificate': {
        const description = `the access token is bound to ${describeMismatch(violation.presented)}`;
        return refuse(issuer, 401, { code: 'invalid_token', description });
      }
      case 'proof':
        return refuse(issuer, 401, { code: 'invalid_dpop_proof', description: NO_PROOF });
      case 'valid-proof': {
        const { violation: error } = violation;
        const nonce = error.code === 'use_dpop_nonce' && { 'DPoP-Nonce': this.proofs.nextNonce() };
        return { status: 401, error, headers: { 'WWW-Authenticate': createProofChallenge(issuer, error), ...nonce } };
      }
    }
  }

  private send(response: ServerResponse, answer: PlainAnswer | ErrorAnswer): void {
    const { req: request } = response;
    const error = 'error' in answer ? answer.error : null;
    if (error) getRequestEvent(response).problem = error.code;
    const body = error ? JSON.stringify({ error: error.code, error_description: error.description }) : '';
    response.writeHead(answer.status, {
      ...this.fastPath.getCommonHeaders(response),
      ...answer.headers,
      'Cache-Control': 'no-store',
      // A gateway may announce a body that it does not send; the next request would be taken for it.
      ...(!request.complete && { Connection: 'close' }),
      ...(error && { 'Content-Type': 'application/json; charset=utf-8' }),
      ...(answer.status !== 204 && { 'Content-Length': Buffer.byteLength(body) }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}

/** Ids have unreserved characters alone, scope tokens visible ASCII. An empty scope has its header too, which replaces one of the caller. */
function createBearerHeaders({ subject, clientId, scope }: Bearer, nextNonce: string | null): Record<string, string> {
  const headers = { 'X-Auth-Subject': subject, 'X-Auth-Client': clientId, 'X-Auth-Scope': scope.join(' ') };
  return nextNonce === null ? headers : { ...headers, 'DPoP-Nonce': nextNonce };
}

function refuse(issuer: string, status: ErrorAnswer['status'], error: TokenError): ErrorAnswer {
  return { status, error, headers: { 'WWW-Authenticate': createTokenChallenge(issuer, error) } };
}
