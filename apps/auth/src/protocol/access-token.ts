import { verifyJws } from '@latchkey/crypto';
import { splitScope } from '@latchkey/oauth';
import type { CachedClient } from '../client/cached-client.js';
import type { CachedDomain } from '../domain/cached-domain.js';

/** The claims of a verified access token. */
export interface TokenClaims {
  jti: string;
  sub: string;
  client_id: string;
  aud: string | string[];
  iat: number;
  exp: number;
  scope?: string;
  cnf?: Confirmation;
}

/** What the token is bound to: RFC 8705 section 3.1, RFC 9449 section 6.1. */
export interface Confirmation {
  'x5t#S256'?: string;
  jkt?: string;
}

/** @param value a JWT @returns null if it is no access token of the domain, or has expired */
export function verifyAccessToken(value: string, { keys, issuer }: CachedDomain): TokenClaims | null {
  const publicKeys = keys.map(({ publicJwk }) => publicJwk);
  const jws = verifyJws(value, publicKeys);
  const claims = jws?.claims as unknown as (TokenClaims & { iss: string }) | undefined;
  if (
    // control: an ID token is no access token
    jws?.header['typ'] !== 'at+jwt' ||
    // control: the issuer of an access token is the domain
    claims?.iss !== issuer ||
    // control: an access token expires
    claims.exp * 1_000 <= Date.now()
  )
    return null;
  return claims;
}

/** The scope tokens of a grant that the operator allows the client now. */
export function limitScope(scope = '', { client }: CachedClient): string[] {
  const most = new Set(splitScope(client.scope));
  return splitScope(scope).filter((token) => most.has(token));
}
