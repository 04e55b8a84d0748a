import { findSecret, hashText, verifyJws, type DecodedJws } from '@latchkey/crypto';
import { splitScope } from '@latchkey/oauth';
import type { IssuedToken, ServedUser, StoredPayload } from '@latchkey/persistence';
import type { CachedClient } from '../client/cached-client.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { isTokenOf } from '../protocol/client-token-id.js';
import type { PresentedToken } from './presented-token.js';

/** What a token is bound to: RFC 8705 section 3.1, RFC 9449 section 6.1. */
export interface Confirmation {
  'x5t#S256'?: string;
  jkt?: string;
}

/** The claims of a valid access token. */
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

/** The record of a user's access token: see jwt-access-tokens.ts. */
export interface AccessTokenRecord extends Confirmation {
  clientId: string;
  accountId: string;
  grantId: string;
  /** SHA-256 of the token in base64url; missing in records of earlier releases. */
  tokenHash?: string;
  scope?: string;
  /** The parameter `claims` of the authorization request. */
  claims?: { userinfo?: object };
  /** Seconds since the epoch. */
  iat: number;
  exp: number;
}

/** The grant of a user to a client, as oidc-provider stores it. */
export interface GrantRecord {
  clientId: string;
  accountId: string;
  /** Seconds since the epoch; none: it does not expire. */
  exp?: number;
  openid?: { scope?: string };
  /** What the user has refused. */
  rejected?: object;
}

/** The domain that has issued a token, and the client that it was issued to. */
export interface TokenOwner {
  domain: CachedDomain;
  client: CachedClient;
}

/** A user's access token that is valid at this moment. */
export interface UserToken extends TokenOwner {
  user: ServedUser;
  record: AccessTokenRecord;
  grant: GrantRecord;
  /** Its scope, without what the operator has removed from the client's since. */
  scope: readonly string[];
  claims: TokenClaims;
}

/** A token of the client credentials grant that is valid at this moment. */
export interface ClientToken extends TokenOwner {
  /** Its scope, without what the operator has removed from the client's since. */
  scope: readonly string[];
  claims: TokenClaims;
}

/** @param now milliseconds since the epoch */
type Circumstances = TokenOwner & { now: number };

/**
 * Whether a token is one that a user has and that is valid: its record, its grant, its client and its user exist.
 *
 * @returns null if it is not
 */
export function acceptUserToken(presented: PresentedToken, issued: IssuedToken, by: Circumstances): UserToken | null {
  const { jws } = presented;
  const { record: found, user } = issued;
  const { domain, client, now } = by;
  if (
    !jws ||
    // control: a revoked access token is dead
    found?.model !== 'AccessToken' ||
    // control: the access tokens of a deleted or inactive user are dead
    !user
  )
    return null;
  const record = found.payload as unknown as AccessTokenRecord & StoredPayload;
  if (record.exp * 1_000 <= now || !isCurrent(jws, domain, now) || !isSameToken(presented, record, domain)) return null;
  const grant = issued.grant as GrantRecord | null;
  // control: a revoked grant ends its access tokens
  if (record.clientId !== client.client.clientId || !grant || !isGrantOf(record, grant, now)) return null;
  return { domain, client, user, record, grant, scope: limitScope(record.scope, client), claims: claimsOf(jws) };
}

/** Whether a token is one of a client itself and valid. It has no record until it is revoked. @returns null if it is not */
export function acceptClientToken(presented: PresentedToken, issued: IssuedToken, by: Circumstances): ClientToken | null {
  const { jws, value } = presented;
  const { domain, client, now } = by;
  if (!jws || issued.record || !isCurrent(jws, domain, now)) return null;
  const claims = claimsOf(jws);
  if (claims.sub !== claims.client_id || !isSignedByDomain(value, domain) || !isTokenOf(client, claims)) return null;
  return { domain, client, scope: limitScope(claims.scope, client), claims };
}

/** The scope tokens of a grant that the operator allows the client now. */
export function limitScope(scope = '', { client }: CachedClient): string[] {
  const allowed = new Set(splitScope(client.scope));
  return splitScope(scope).filter((token) => allowed.has(token));
}

/** Whether a token says that it is a current access token of the domain. Whether the domain has issued it is another question. */
function isCurrent({ header, claims }: DecodedJws, { keys, issuer }: CachedDomain, now: number): boolean {
  return (
    // control: an ID token is no access token
    header['typ'] === 'at+jwt' &&
    // control: a removed key ends its access tokens
    keys.some(({ publicJwk: { kid, alg } }) => kid === header['kid'] && alg === header['alg']) &&
    // control: the issuer of an access token is the domain
    claims['iss'] === issuer &&
    // control: an access token expires
    (claims['exp'] as number) * 1_000 > now
  );
}

/** By the hash of the whole token, which takes a thirtieth of the time of a signature to compare. */
function isSameToken({ value }: PresentedToken, { tokenHash }: AccessTokenRecord, domain: CachedDomain): boolean {
  if (tokenHash === undefined) return isSignedByDomain(value, domain);
  // control: an access token of a user counts whole, as it was issued, compared in constant time
  return findSecret(value, [{ hash: hashText(Buffer.from(tokenHash, 'base64url')) }]) !== undefined;
}

function isSignedByDomain(value: string, { keys }: CachedDomain): boolean {
  const publicKeys = keys.map(({ publicJwk }) => publicJwk);
  return verifyJws(value, publicKeys) !== null;
}

function isGrantOf({ clientId, accountId }: AccessTokenRecord, grant: GrantRecord, now: number): boolean {
  const isExpired = grant.exp !== undefined && grant.exp * 1_000 <= now;
  return !isExpired && grant.clientId === clientId && grant.accountId === accountId;
}

function claimsOf({ claims }: DecodedJws): TokenClaims {
  return claims as unknown as TokenClaims;
}
