import { findSecret, hashText, verifyJws, type DecodedJws } from '@latchkey/crypto';
import type { IssuedToken, ServedUser, StoredPayload } from '@latchkey/persistence';
import { findAgentActor, listAgentClaims } from '../client/agent-claims.js';
import type { CachedClient } from '../client/cached-client.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { CachedResource } from '../domain/cached-resource.js';
import { limitTokenScope } from './allowed-scope.js';
import { listAssertedScopes } from './asserted-scopes.js';
import { findOwnResource, findRecordedResource } from './issued-for.js';
import type { PresentedToken } from './presented-token.js';
import { listExchangeScopes, type Actor, type ExchangeRecord } from './token-chain.js';

/** What a token is bound to: RFC 8705 section 3.1, RFC 9449 section 6.1. */
export interface Confirmation {
  'x5t#S256'?: string | undefined;
  jkt?: string | undefined;
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

/** The record of an opaque access token of a client itself, as oidc-provider stores it. */
export interface OpaqueTokenRecord extends Confirmation {
  clientId: string;
  /** Only records of opaque tokens have it. */
  aud?: string;
  /** The id of the resource that it was issued for; missing if it is for none of the domain's. */
  resource?: string;
  scope?: string;
  /** Further claims. */
  extra?: Record<string, unknown>;
  /** Seconds since the epoch. */
  iat: number;
  exp: number;
}

/** The record of a user's access token: see jwt-access-tokens.ts. */
export interface AccessTokenRecord extends OpaqueTokenRecord {
  accountId?: string;
  grantId?: string;
  /** SHA-256 of the token in base64url; missing in records of opaque tokens and of earlier releases. */
  tokenHash?: string;
  /** How it was got by exchange (RFC 8693), if it was. Then `accountId` and `grantId` are those of the first token; a client has none. */
  exchange?: ExchangeRecord;
  /** The issuer of the identity assertion for which it was issued, if it was. */
  assertionIssuer?: string;
  sessionUid?: string;
  /** The parameter `claims` of the authorization request. */
  claims?: { userinfo?: object };
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
export interface UserToken extends ValidToken {
  user: ServedUser;
  record: AccessTokenRecord;
  grant: GrantRecord;
}

/** A token of the client credentials grant, or got by exchange for one, that is valid at this moment. */
export type ClientToken = ValidToken & { record?: AccessTokenRecord };

/** What is known of every valid access token. */
interface ValidToken extends TokenOwner {
  /** Its scope, without what the operator has removed since. */
  scope: readonly string[];
  claims: TokenClaims;
  /** What introspection adds: the roles of this moment, where its resource has them, and other claims of an opaque token. */
  furtherClaims: Readonly<Record<string, unknown>>;
  /** How it was got by exchange; undefined: not by exchange. */
  exchange: ExchangeRecord | undefined;
  /** Who acts for its subject; undefined: its client as its subject, or none that it names. */
  act: Actor | undefined;
}

/** @param now milliseconds since the epoch */
type Circumstances = TokenOwner & { now: number };

/**
 * Whether a token is one that a user has and that is valid: its record, its grant, its client and its user exist.
 *
 * @returns null if it is not
 */
export function acceptUserToken(presented: PresentedToken, issued: IssuedToken, by: Circumstances): UserToken | null {
  const { user } = issued;
  const grant = issued.grant as GrantRecord | null;
  // control: the access tokens of a deleted or inactive user are dead
  if (!user) return null;
  const token = acceptRecordedToken(presented, issued, { ...by, roles: user.roles });
  // control: a revoked grant ends its access tokens
  return token && grant && isGrantOf(token.record, grant, by.now) ? { ...token, user, grant } : null;
}

/** Whether a token was got by exchange for one of a client, and is valid as far as its own record says. @returns null if it is not */
export function acceptExchangedToken(presented: PresentedToken, issued: IssuedToken, by: Circumstances): ClientToken | null {
  const token = acceptRecordedToken(presented, issued, by);
  // The token of a user is valid only with its user.
  return token?.exchange && token.record.accountId === undefined ? token : null;
}

/** @param by with the roles of its user; none if its subject is a client */
function acceptRecordedToken(
  presented: PresentedToken,
  { record: found }: IssuedToken,
  by: Circumstances & { roles?: readonly string[] },
): (ValidToken & { record: AccessTokenRecord }) | null {
  const { domain, client, now, roles } = by;
  // control: a revoked access token is dead
  if (found?.model !== 'AccessToken') return null;
  const record = found.payload as unknown as AccessTokenRecord & StoredPayload;
  const claims = readClaims(presented, record, by);
  if (record.exp * 1_000 <= now || !claims || !isSameToken(presented, record, domain)) return null;
  const { exchange } = record;
  const api = findRecordedResource(record.resource, claims.aud, by);
  if (record.clientId !== client.client.clientId || api === null || (exchange && !mayStillExchange(client, api))) return null;
  const asserted = listAsserted(record, client, api);
  // control: a token for an assertion ends with what its client was granted
  if (asserted === null) return null;
  const limited = limitTokenScope(record.scope, { client, api, roles, isExchanged: exchange !== undefined });
  const scope = limited.filter((each) => asserted?.includes(each) ?? true);
  const act = exchange ? exchange.act : findAgentActor(client);
  const furtherClaims = { ...record.extra, ...listAgentClaims(client), ...(act && { act }), ...findRoles(api, roles ?? []) };
  return { domain, client, record, scope, claims, furtherClaims, exchange, act };
}

/** What the operator still grants for assertions of the issuer; undefined: the token was not issued for one. @returns null for nothing */
function listAsserted({ assertionIssuer: issuer }: AccessTokenRecord, client: CachedClient, api: CachedResource | undefined) {
  if (issuer === undefined) return undefined;
  return api ? listAssertedScopes(client, issuer, api) : null;
}

/** Whether the operator still lets the client exchange tokens for the resource of this one. */
function mayStillExchange(client: CachedClient, api: CachedResource | undefined): boolean {
  // control: an exchanged token ends with what its client was granted
  return api !== undefined && listExchangeScopes(client, api) !== null;
}

/** Whether a token is one of a client itself and valid. A JWT has no record until it is revoked. @returns null if it is not */
export function acceptClientToken(presented: PresentedToken, issued: IssuedToken, by: Circumstances): ClientToken | null {
  const { jws, value } = presented;
  const { domain, client } = by;
  const record = issued.record?.model === 'ClientCredentials' ? (issued.record.payload as unknown as OpaqueTokenRecord) : null;
  // control: a revoked access token of a client is dead
  if (jws && issued.record) return null;
  const claims = readClaims(presented, record, by);
  if (!claims || claims.sub !== claims.client_id || (jws && !isSignedByDomain(value, domain))) return null;
  const api = findOwnResource(claims, claims.aud, by);
  if (api === null) return null;
  const scope = limitTokenScope(claims.scope, { client, api });
  const furtherClaims = { ...record?.extra, ...listAgentClaims(client), ...findRoles(api, client.client.roles) };
  return { domain, client, scope, claims, furtherClaims, exchange: undefined, act: undefined };
}

/** @returns null if the token is not a current access token of the domain */
function readClaims(
  { jws, value: jti }: PresentedToken,
  record: OpaqueTokenRecord | null,
  { domain, now }: Circumstances,
): TokenClaims | null {
  if (jws) return isCurrent(jws, domain, now) ? claimsOf(jws) : null;
  if (record?.aud === undefined || record.exp * 1_000 <= now) return null;
  const { aud, iat, exp, scope, clientId, jkt, 'x5t#S256': x5t } = record;
  const { accountId, exchange } = record as Partial<AccessTokenRecord>;
  const sub = accountId ?? exchange?.subject ?? clientId;
  return { jti, sub, client_id: clientId, aud, iat, exp, ...(scope !== undefined && { scope }), cnf: { jkt, 'x5t#S256': x5t } };
}

function findRoles(api: CachedResource | undefined, roles: readonly string[]): { roles?: string[] } {
  return api?.enforceRoles ? { roles: api.listRoles(roles) } : {};
}

/** Whether a token says that it is a current access token of the domain. Whether the domain has issued it is another question. */
function isCurrent({ header, claims }: DecodedJws, { keys, issuer, resources }: CachedDomain, now: number): boolean {
  return (
    // control: an ID token is no access token
    isAccessTokenType(header['typ'], resources.get(claims['aud'] as string)) &&
    // control: a removed key ends its access tokens
    keys.some(({ publicJwk: { kid, alg } }) => kid === header['kid'] && alg === header['alg']) &&
    // control: the issuer of an access token is the domain
    claims['iss'] === issuer &&
    // control: an access token expires
    (claims['exp'] as number) * 1_000 > now
  );
}

/** A token without `resource` has `at+jwt`, and so have those from before the resource chose JWT. */
function isAccessTokenType(typ: unknown, api: CachedResource | undefined): boolean {
  return typ === 'at+jwt' || (api !== undefined && typ === api.jwtType);
}

/** By the hash of the whole token, which takes a thirtieth of the time of a signature to compare. */
function isSameToken({ value, jws }: PresentedToken, { tokenHash }: AccessTokenRecord, domain: CachedDomain): boolean {
  // An opaque token is the key of its record.
  if (!jws) return true;
  if (tokenHash === undefined) return isSignedByDomain(value, domain);
  // control: an access token of a user counts whole, as it was issued, compared in constant time
  return findSecret(value, [{ hash: hashText(Buffer.from(tokenHash, 'base64url')) }]) !== undefined;
}

function isSignedByDomain(value: string, { keys }: CachedDomain): boolean {
  const publicKeys = keys.map(({ publicJwk }) => publicJwk);
  return verifyJws(value, publicKeys) !== null;
}

/** Whether a grant is that of a token and has not expired. An exchanged token has the grant of the first token, which its client has. */
export function isGrantOf(
  { clientId, accountId, exchange }: Pick<AccessTokenRecord, 'clientId' | 'accountId' | 'exchange'>,
  grant: GrantRecord,
  now: number,
): boolean {
  const isExpired = grant.exp !== undefined && grant.exp * 1_000 <= now;
  return !isExpired && grant.clientId === (exchange?.chain[0]!.clientId ?? clientId) && grant.accountId === accountId;
}

function claimsOf({ claims }: DecodedJws): TokenClaims {
  return claims as unknown as TokenClaims;
}
