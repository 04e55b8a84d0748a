import { Injectable } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FastPathService } from '../fast-path.service.js';
import { allowsOrigin, createCorsHeaders } from '../../protocol/cors.js';
import type { RequestState } from '../../protocol/request-state.js';
import { selectClaims } from '../../provider/accounts/claims.js';
import { ProofOfPossessionService } from '../../provider/dpop/proof-of-possession.service.js';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import { parsePresentedToken } from '../../access-token/presented-token.js';
import type { UserToken } from '../../access-token/valid-token.js';

/** RFC 6750 section 2.1, RFC 9449 section 7.1. */
const AUTHORIZATION = /^(Bearer|DPoP) ([\w.-]+)$/i;
/** A body or an expectation requires more than the fast path supports. */
const HEADERS_NEEDING_FULL_PATH = ['content-length', 'transfer-encoding', 'content-type', 'expect'];

/** The response to a valid request. */
interface UserinfoAnswer {
  token: UserToken;
  /** For the `DPoP-Nonce` header. */
  nextNonce: string | null;
}

/** Whether a request can be answered from its head alone. */
export function canUseUserinfo({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && !HEADERS_NEEDING_FULL_PATH.some((name) => headers[name] !== undefined);
}

/** Answers plain userinfo requests (OpenID Connect Core section 5.3), and leaves all others and every rejection to oidc-provider. */
@Injectable()
export class UserinfoHandler {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly possession: ProofOfPossessionService,
    private readonly fastPath: FastPathService,
  ) {}

  /** @param host the requested host name @returns null if the request was answered, otherwise its parsed state */
  async handle(request: IncomingMessage, response: ServerResponse, host: string): Promise<RequestState | null> {
    const requestState: RequestState = { host };
    try {
      const answer = await this.answer(request, requestState);
      if (request.socket.destroyed) return null;
      if (answer) {
        this.send(response, answer);
        return null;
      }
    } catch (error) {
      return this.fastPath.fail({ request, response, requestState }, error);
    }
    return this.fastPath.fallBack({ request, response, requestState });
  }

  private async answer(request: IncomingMessage, requestState: RequestState): Promise<UserinfoAnswer | null> {
    const [, scheme = '', value = ''] = AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
    const presented = parsePresentedToken(value);
    if (!presented?.jws) return null;
    const issued = await this.tokens.read(presented, { host: requestState.host, clientId: null, continues: false });
    requestState.current = issued && issued.current;
    const token = issued && (await this.tokens.findUserToken(presented, issued));
    if (!token || !isPlain(token) || !allowsOrigin(token.client, request)) return null;
    const { domain, record } = token;
    // oidc-provider says what is wrong with a proof that the token does not need.
    if (record.jkt === undefined && request.headers['dpop'] !== undefined) return null;
    // Last: a proof can be used once.
    const use = { domain, clientId: record.clientId, value, confirmation: record, scheme: scheme.toLowerCase() };
    const proven = await this.possession.verify(request, use);
    return 'missing' in proven ? null : { token, nextNonce: proven.nextNonce };
  }

  private send(response: ServerResponse, { token, nextNonce }: UserinfoAnswer): void {
    const { domain, client } = token;
    const event = getRequestEvent(response);
    event.domain = domain.name;
    event.client = client.client.clientId;
    const body = renderClaims(token);
    response.writeHead(200, {
      ...this.fastPath.getCommonHeaders(response),
      ...createCorsHeaders(response.req),
      ...(nextNonce !== null && { 'DPoP-Nonce': nextNonce }),
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  }
}

/**
 * Whether the authorization request asked only for the claims of its scope, and the user has denied none. oidc-provider stores empty
 * objects too.
 */
function isPlain({ scope, record, grant }: UserToken): boolean {
  return scope.includes('openid') && record.claims?.userinfo === undefined && Object.keys(grant.rejected ?? {}).length === 0;
}

/** The list for ID tokens also applies to userinfo: see account.service.ts. */
function renderClaims({ domain, user, scope, grant }: UserToken): string {
  const granted = new Set(grant.openid?.scope?.split(' '));
  const claims = selectClaims(user.attributes, domain.claimLists.id_token, scope.filter((token) => granted.has(token)).join(' '));
  return JSON.stringify({ ...claims, sub: user.sub });
}
