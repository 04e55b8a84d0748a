import { encodeJwsPart, hashSecret, newTokenId, randomSecret } from '@latchkey/crypto';
import { EXPIRY, splitScope } from '@latchkey/oauth';
import type { IssuedPayload, StoredPayload } from '@latchkey/persistence';
import { findAgentActor, listAgentClaims } from '../../client/agent-claims.js';
import type { DomainKey } from '../../domain/signing-key.store.js';
import { selectClaims } from '../../provider/accounts/claims.js';
import { limitUserClaims } from '../../provider/accounts/token-size.js';
import { ALL_AUDIENCES } from '../../provider/overrides/resource-indicators.js';
import type { Redeemable } from './redeemable.service.js';
import type { RedeemedRecord } from './redeemed-record.js';

/** The tokens that a refresh token or code is redeemed for, not yet stored. */
export interface IssuedTokens {
  /** The access token response in ASCII: RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3. */
  body: string;
  /** The records of the access token and of the refresh token, as oidc-provider stores them. */
  records: IssuedPayload[];
}

/** Issues the tokens with the claims and records of oidc-provider, in its order. @param now milliseconds since the epoch */
export function issueTokens(source: Redeemable, now: number): IssuedTokens {
  const gty = describeGrant(source.record);
  const access = issueAccessToken(source, gty, now);
  const refresh = source.scope.includes('offline_access') ? issueRefreshToken(source, gty, now) : null;
  const body = {
    access_token: access.value,
    expires_in: access.record.expiresIn,
    id_token: source.scope.includes('openid') ? issueIdToken(source, now) : undefined,
    refresh_token: refresh?.value,
    scope: access.scope || undefined,
    token_type: 'Bearer',
  };
  return { body: JSON.stringify(body), records: [access.record, ...(refresh ? [refresh.record] : [])] };
}

/** RFC 9068 section 2.2. */
function issueAccessToken({ domain, client, record, grant, user, scope: allowed }: Redeemable, gty: string | undefined, now: number) {
  const { clientId, accountId, grantId, sessionUid } = record;
  const [iat, expiresIn, jti] = [toSeconds(now), client.accessTokenExpiry(undefined, now), newTokenId()];
  const exp = iat + expiresIn;
  const scope = splitScope(grant.resources?.[ALL_AUDIENCES] ?? '')
    .filter((each) => allowed.includes(each))
    .join(' ');
  const act = findAgentActor(client);
  const claims = {
    ...listAgentClaims(client),
    ...(act && { act }),
    jti,
    sub: accountId,
    iat,
    exp,
    scope: scope || undefined,
    client_id: clientId,
    iss: domain.issuer,
    aud: client.audience(undefined, domain),
  };
  const userClaims = selectClaims(user.attributes, domain.claimLists.access_token, scope);
  const value = sign({ ...limitUserClaims(userClaims, claims), ...claims }, domain.accessTokenKey(client, now), { typ: 'at+jwt' });
  // The access token of a refresh token does not end with the session: OpenID Connect Core section 11.
  const session = allowed.includes('offline_access') ? undefined : sessionUid;
  const tokenHash = hashSecret(value).toString('base64url');
  const payload = { kind: 'AccessToken', accountId, clientId, grantId, gty, scope, sessionUid: session, tokenHash, iat, exp };
  return { value, scope, record: toIssued(jti, payload, expiresIn) };
}

/** A token that replaces another one keeps its scope and its expiry: RFC 6749 section 6. */
function issueRefreshToken({ client, record, scope }: Redeemable, gty: string | undefined, now: number) {
  const { clientId, accountId, grantId, expiresWithSession, acr, amr, authTime, nonce, resource, sid } = record;
  const [iat, value] = [toSeconds(now), randomSecret()];
  const rotated = record.kind === 'RefreshToken' ? record : null;
  // control: rotation does not prolong a refresh token on the fast path
  const exp = rotated ? rotated.exp : iat + (client.client.refreshTokenExpiry ?? EXPIRY.refreshToken);
  const payload = {
    iat,
    exp,
    kind: 'RefreshToken',
    clientId,
    gty,
    grantId,
    expiresWithSession,
    accountId,
    acr,
    amr,
    authTime,
    nonce,
    resource,
    scope: rotated ? rotated.scope : scope.join(' '),
    sid,
    rotations: rotated ? (rotated.rotations ?? 0) + 1 : 0,
    iiat: rotated?.iiat ?? iat,
  };
  return { value, record: toIssued(value, payload, exp - iat) };
}

/** OpenID Connect Core section 2. */
function issueIdToken({ domain, client, record, user, scope }: Redeemable, now: number): string {
  const { clientId, accountId, acr, amr, authTime, nonce, sid } = record;
  const iat = toSeconds(now);
  const claims = { sub: accountId, acr, amr, auth_time: authTime, nonce, sid };
  const userClaims = limitUserClaims(selectClaims(user.attributes, domain.claimLists.id_token, scope.join(' ')), claims);
  const exp = iat + (client.client.idTokenExpiry ?? EXPIRY.idToken);
  return sign({ ...userClaims, ...claims, aud: clientId, exp, iat, iss: domain.issuer }, domain.idTokenKey(client, now), {});
}

/** The grants that have led to the tokens. */
function describeGrant({ kind, gty }: RedeemedRecord): string | undefined {
  if (kind === 'AuthorizationCode') return 'authorization_code';
  return gty?.endsWith('refresh_token') === false ? `${gty} refresh_token` : gty;
}

function sign(claims: object, { algorithm, kid, signer }: DomainKey, { typ }: { typ?: string }): string {
  const unsigned = `${encodeJwsPart({ alg: algorithm, typ, kid })}.${encodeJwsPart(claims)}`;
  return `${unsigned}.${signer.sign(unsigned)}`;
}

function toIssued(id: string, payload: StoredPayload & { kind: string }, expiresIn: number): IssuedPayload {
  return { model: payload.kind, hash: hashSecret(id), payload, expiresIn };
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000);
}
