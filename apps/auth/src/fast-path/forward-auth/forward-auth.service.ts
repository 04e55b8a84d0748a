import { Injectable } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { parseCredentials, queryOf, type Credentials } from '@latchkey/server';
import type { IncomingMessage } from 'node:http';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import { parsePresentedToken } from '../../access-token/presented-token.js';
import type { ClientToken, UserToken } from '../../access-token/valid-token.js';
import { CurrentRevisionService } from '../../domain/current-revision.service.js';
import type { RequestState } from '../../protocol/request-state.js';
import { ProofOfPossessionService, type PossessionViolation, type TokenUse } from '../../provider/dpop/proof-of-possession.service.js';
import { parseForwardAuthQuery } from './forward-auth-query.js';
import { OriginalRequestService } from './original-request.service.js';

/** Who has sent a request, by its access token. */
export interface Bearer {
  subject: string;
  clientId: string;
  scope: readonly string[];
}

/** The answer to a gateway. */
export type ForwardAuthDecision =
  | { outcome: 'allowed'; bearer: Bearer; nextNonce: string | null }
  | { outcome: 'invalid-request'; violation: string }
  | { outcome: 'no-token' }
  | { outcome: 'invalid-token' }
  | { outcome: 'not-proven'; violation: PossessionViolation }
  | { outcome: 'other-audience' }
  | { outcome: 'insufficient-scope'; required: readonly string[] };

const SCHEMES = new Set(['bearer', 'dpop']);

/** Decides whether a gateway may let a request pass, by its access token: RFC 6750, RFC 8705 section 3, RFC 9449 section 7. */
@Injectable()
export class ForwardAuthService {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly revisions: CurrentRevisionService,
    private readonly possession: ProofOfPossessionService,
    private readonly originals: OriginalRequestService,
  ) {}

  /**
   * @param requestState receives the current revision of the domain
   * @returns null if no such domain is served
   * @throws TooManyRefusedTokensError for too many refused DPoP proofs
   */
  async decide(request: IncomingMessage, requestState: RequestState): Promise<ForwardAuthDecision | null> {
    const query = parseForwardAuthQuery(queryOf(request));
    const parsed = parseCredentials(request.headers.authorization);
    const credentials = parsed && SCHEMES.has(parsed.scheme) ? parsed : null;
    const presented = credentials && parsePresentedToken(credentials.token);
    const issued = presented && (await this.tokens.read(presented, { host: requestState.host, clientId: null, continues: false }));
    requestState.current = presented ? issued && issued.current : await this.revisions.read(requestState.host, null);
    if (!requestState.current) return null;
    if ('violation' in query) return { outcome: 'invalid-request', ...query };
    if (!credentials) return { outcome: 'no-token' };
    const token = presented && issued && (await this.tokens.find(presented, issued));
    if (!token) return { outcome: 'invalid-token' };
    const { bearer, confirmation, audiences } = describe(token);
    getRequestEvent({ req: request }).client = bearer.clientId;
    // Before anything is said about a token, its sender shows the key that it is bound to.
    const proven = await this.possession.verify(request, {
      ...this.createUse(request, credentials),
      domain: token.domain,
      clientId: bearer.clientId,
      confirmation,
    });
    if ('missing' in proven) return { outcome: 'not-proven', violation: proven };
    // control: a gateway accepts tokens for its API only
    if (!audiences.includes(query.audience)) return { outcome: 'other-audience' };
    // control: a gateway gets the scope that it demands
    if (!query.scope.every((each) => bearer.scope.includes(each))) return { outcome: 'insufficient-scope', required: query.scope };
    return { outcome: 'allowed', bearer, nextNonce: proven.nextNonce };
  }

  private createUse(request: IncomingMessage, { scheme, token }: Credentials): Pick<TokenUse, 'scheme' | 'value' | 'target'> {
    return { scheme, value: token, target: this.originals.find(request) };
  }
}

function describe(token: UserToken | ClientToken): { bearer: Bearer; confirmation: TokenUse['confirmation']; audiences: string[] } {
  const { scope, claims, record } = token;
  const bearer = { subject: claims.sub, clientId: claims.client_id, scope };
  return { bearer, confirmation: record ?? claims.cnf ?? {}, audiences: [claims.aud].flat() };
}
