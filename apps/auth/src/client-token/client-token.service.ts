import { Injectable } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import { parseCredentials, type Credentials } from '@latchkey/server';
import { AccessTokenService } from '../access-token/access-token.service.js';
import { parsePresentedToken } from '../access-token/presented-token.js';
import type { ClientToken } from '../access-token/valid-token.js';
import { describeMismatch } from '../client-authentication/certificate/presented-certificate.js';
import type { CachedClient } from '../client/cached-client.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { TooManyRefusedTokensError } from '../domain/too-many-refused-tokens.error.js';
import { DpopProofService } from '../provider/dpop/dpop-proof.service.js';
import { ProofOfPossessionService, type PossessionViolation } from '../provider/dpop/proof-of-possession.service.js';
import type { ProofViolation } from '@latchkey/oauth';
import { createProofChallenge, createTokenChallenge } from '../protocol/token-challenge.js';
import { ClientTokenError, type ClientTokenErrorCode } from './client-token.error.js';

/** A client of the domain that has sent its own access token. */
export interface TokenHolder {
  domain: CachedDomain;
  clientId: string;
  client: CachedClient;
  /** The `X-Request-Id` of its request. */
  requestId: string;
}

const SCHEMES = new Set(['bearer', 'dpop']);
const NOT_PROVEN = 'The access token is bound to a key that the request does not prove.';

/** Determines which client sent a request from its access token: RFC 6750, RFC 8705 section 3, RFC 9449 section 7. */
@Injectable()
export class ClientTokenService {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly possession: ProofOfPossessionService,
    private readonly proofs: DpopProofService,
  ) {}

  /** @param scopes one of which the token needs, the smallest first @throws ClientTokenError invalid_token, invalid_dpop_proof, use_dpop_nonce, insufficient_scope, too_many_requests */
  async authenticate(current: DomainRequest, scopes: readonly string[]): Promise<TokenHolder> {
    const { domain, request, response } = current;
    const credentials = parseCredentials(request.headers.authorization);
    if (!credentials || !SCHEMES.has(credentials.scheme))
      throw refuse(domain, null, 'Send an access token of a client of this domain in the Authorization header.');
    const token = await this.findToken(domain, credentials.token);
    if (!token)
      throw refuse(domain, 'invalid_token', 'The access token has expired, was revoked, or does not belong to a client of this domain.');
    const { client_id: clientId, aud } = token.claims;
    if (![aud].flat().includes(domain.issuer))
      throw refuse(domain, 'invalid_token', `The access token is for another audience. Request one with the resource ${domain.issuer}.`);
    await this.requireKeys(current, token, credentials);
    if (!token.scope.some((each) => scopes.includes(each)))
      throw refuse(domain, 'insufficient_scope', `The access token needs the scope ${scopes[0]}.`);
    const event = getRequestEvent(response);
    event.client = clientId;
    return { domain, clientId, client: token.client, requestId: event.requestId };
  }

  /** @returns null if it is no valid token of a client itself */
  private async findToken(domain: CachedDomain, value: string): Promise<ClientToken | null> {
    const presented = parsePresentedToken(value);
    const issued = presented?.jws ? await this.tokens.readAgain(domain, presented) : null;
    return presented && issued && this.tokens.findClientToken(presented, issued);
  }

  private async requireKeys(
    { request, response, domain }: DomainRequest,
    { claims }: ClientToken,
    credentials: Credentials,
  ): Promise<void> {
    const { client_id: clientId, cnf: confirmation = {} } = claims;
    const use = { domain, clientId, value: credentials.token, confirmation, scheme: credentials.scheme };
    const proven = await this.possession.verify(request, use).catch((error: unknown) => {
      throw error instanceof TooManyRefusedTokensError ? createLimitError(error) : error;
    });
    if ('missing' in proven) throw this.refuseKeys(domain, proven);
    if (proven.nextNonce !== null) response.setHeader('DPoP-Nonce', proven.nextNonce);
  }

  private refuseKeys(domain: CachedDomain, violation: PossessionViolation): ClientTokenError {
    switch (violation.missing) {
      case 'scheme':
        return refuse(domain, 'invalid_token', NOT_PROVEN);
      case 'certificate':
        return refuse(domain, 'invalid_token', `The access token is bound to ${describeMismatch(violation.presented)}.`);
      case 'proof':
        return refuse(domain, 'invalid_dpop_proof', 'The request needs a DPoP proof in the DPoP header.');
      case 'valid-proof':
        return this.refuseProof(domain, violation.violation);
    }
  }

  /** RFC 9449 sections 7.1 and 9. */
  private refuseProof({ issuer }: CachedDomain, { code, description }: ProofViolation): ClientTokenError {
    const headers: Record<string, string> = { 'WWW-Authenticate': createProofChallenge(issuer, { code, description }) };
    if (code === 'use_dpop_nonce') headers['DPoP-Nonce'] = this.proofs.nextNonce();
    return new ClientTokenError(code, description, headers);
  }
}

function createLimitError({ message, retryAfter }: TooManyRefusedTokensError): ClientTokenError {
  return new ClientTokenError('too_many_requests', message, { 'Retry-After': String(retryAfter) });
}

/** RFC 6750 section 3: a request without a token gets a challenge without an error. */
function refuse({ issuer }: CachedDomain, code: ClientTokenErrorCode | null, description: string): ClientTokenError {
  const challenge = createTokenChallenge(issuer, code === null ? null : { code, description });
  return new ClientTokenError(code ?? 'invalid_token', description, { 'WWW-Authenticate': challenge });
}
