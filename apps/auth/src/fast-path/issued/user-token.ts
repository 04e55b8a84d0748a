import { findSecret, hashText, type DecodedJws } from '@latchkey/crypto';
import type { IssuedToken, ServedUser, StoredPayload } from '@latchkey/persistence';
import type { CachedClient } from '../../client/cached-client.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { limitScope } from '../../protocol/access-token.js';
import type { PresentedToken } from './presented-token.js';

/** The record of a user's access token: see jwt-access-tokens.ts. */
export interface AccessTokenRecord {
  clientId: string;
  accountId: string;
  grantId: string;
  /** SHA-256 of the token in base64url; missing in records of earlier releases. */
  tokenHash?: string;
  scope?: string;
  /** The parameter `claims` of the authorization request. */
  claims?: { userinfo?: object };
  /** What the token is bound to: RFC 8705 section 3.1, RFC 9449 section 6.1. */
  'x5t#S256'?: string;
  jkt?: string;
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

/** A user's access token that is valid at this moment. */
export interface UserToken {
  domain: CachedDomain;
  /** To which it was issued. */
  client: CachedClient;
  user: ServedUser;
  record: AccessTokenRecord;
  grant: GrantRecord;
  /** Its scope, without what the operator has removed from the client's since. */
  scope: readonly string[];
  claims: DecodedJws['claims'];
}

interface TokenOwner {
  domain: CachedDomain;
  client: CachedClient;
}

/**
 * Whether a token is one that a user has and that is valid: its record, its grant, its client and its user exist. The record has the hash of the
 * whole token, which takes a thirtieth of the time of a signature to compare.
 *
 * @param now milliseconds since the epoch
 * @returns null: oidc-provider decides
 */
export function acceptUserToken(presented: PresentedToken, issued: IssuedToken, by: TokenOwner & { now: number }): UserToken | null {
  const { jws, value } = presented;
  const { user } = issued;
  if (
    !jws ||
    // control: the access tokens of a deleted or inactive user are dead on a fast path
    !user ||
    issued.record?.model !== 'AccessToken'
  )
    return null;
  const record = issued.record.payload as unknown as AccessTokenRecord & StoredPayload;
  const now = by.now / 1_000;
  if (!isSameToken(value, record) || !isCurrent(jws, { domain: by.domain, now }) || record.exp <= now) return null;
  const grant = issued.grant as GrantRecord | null;
  // control: a revoked grant ends its access tokens on a fast path
  if (record.clientId !== by.client.client.clientId || !grant || !isGrantOf(record, grant, now)) return null;
  const { domain, client } = by;
  return { domain, client, user, record, grant, scope: limitScope(record.scope, client), claims: jws.claims };
}

function isSameToken(value: string, { tokenHash }: AccessTokenRecord): boolean {
  if (tokenHash === undefined) return false;
  // control: a fast path accepts the whole token that was issued, in constant time
  return findSecret(value, [{ hash: hashText(Buffer.from(tokenHash, 'base64url')) }]) !== undefined;
}

/** Whether the domain still has the key that has signed it, and its issuer, and whether it has not expired. */
function isCurrent({ header, claims }: DecodedJws, { domain, now }: { domain: CachedDomain; now: number }): boolean {
  const hasKey = domain.keys.some(({ publicJwk: { kid, alg } }) => kid === header['kid'] && alg === header['alg']);
  return (
    // control: a removed key ends its access tokens on a fast path
    hasKey &&
    // control: the issuer of an access token is the domain on a fast path
    claims['iss'] === domain.issuer &&
    // control: an access token expires on a fast path
    (claims['exp'] as number) > now
  );
}

function isGrantOf({ clientId, accountId }: AccessTokenRecord, grant: GrantRecord, now: number): boolean {
  const isExpired = grant.exp !== undefined && grant.exp <= now;
  return !isExpired && grant.clientId === clientId && grant.accountId === accountId;
}
