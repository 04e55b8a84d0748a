import { hashSecret, randomSecret } from '@latchkey/crypto';
import { decodeJwt } from 'jose';
import { Provider, type AccessToken, type ClientCredentials } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import type { AccountService } from '../accounts/account.service.js';
import { limitScope, verifyAccessToken, type Confirmation } from '../../protocol/access-token.js';
import { isTokenOf, newClientTokenId } from '../../protocol/client-token-id.js';

/**
 * Access tokens are JWTs (RFC 9068). oidc-provider does not store them, so it can neither introspect nor revoke them, nor accept them at
 * userinfo. Here each user token has a record, so that it can be revoked; once the signature of a JWT has been verified, its record is
 * found by its `jti`. It has the hash of the token, by which the fast paths recognize it without its signature: see user-token.ts. For a
 * client token a record means that it was revoked.
 *
 * Only this file adds that to oidc-provider.
 */

export interface JwtAccessTokenOptions {
  domain: CachedDomain;
  accounts: AccountService;
}

/** A JWT with this prefix passes oidc-provider's check for opaque tokens. It is random, so that no client can send it: a token counts only as issued. */
const HIDDEN_PREFIX = `~${randomSecret()}~`;
const ROUTES_REFUSING_JWTS = new Set(['introspection', 'revocation']);

type Find = (value: string, options?: object) => Promise<unknown>;

export function acceptJwtAccessTokens(provider: Provider, parts: JwtAccessTokenOptions): void {
  hideJwtsFromLibrary(provider);
  keepAccessTokens(provider);
  findAccessTokens(provider, parts);
  markClientTokens(provider);
  findClientTokens(provider, parts);
  const find = provider.RefreshToken.find.bind(provider.RefreshToken) as Find;
  provider.RefreshToken.find = ((value: string, options?: object) => find(restoreJwt(value), options)) as never;
}

/** oidc-provider looks whether a token has structure right after the client was authenticated. */
function hideJwtsFromLibrary(provider: Provider): void {
  const { prototype } = (provider as unknown as { OIDCContext: { prototype: OidcContext } }).OIDCContext;
  const { entity } = prototype;
  prototype.entity = function (key, value) {
    entity.call(this, key, value);
    const token = this.params?.['token'];
    const isRefused = key === 'Client' && ROUTES_REFUSING_JWTS.has(this.route);
    if (isRefused && typeof token === 'string') this.params!['token'] = `${HIDDEN_PREFIX}${token}`;
  };
}

interface OidcContext {
  route: string;
  params?: Record<string, unknown>;
  entity(key: string, value: unknown): void;
}

function restoreJwt(value: string): string {
  return value.startsWith(HIDDEN_PREFIX) ? value.slice(HIDDEN_PREFIX.length) : value;
}

function keepAccessTokens(provider: Provider): void {
  const prototype = provider.AccessToken.prototype as AccessToken & Confirmation & { sessionUid?: string };
  const { save } = prototype;
  prototype.save = async function (this: typeof prototype) {
    const value = await save.call(this);
    const { kind, jti, accountId, clientId, grantId, gty, scope, sessionUid, jkt, 'x5t#S256': x5t } = this;
    const claims = findRequestedClaims();
    const { iat, exp } = decodeJwt(value);
    const tokenHash = hashSecret(value).toString('base64url');
    await this.adapter.upsert(
      jti,
      { kind, jti, accountId, clientId, grantId, gty, scope, claims, sessionUid, jkt, 'x5t#S256': x5t, tokenHash, iat, exp } as never,
      this.expiration,
    );
    return value;
  };
}

/**
 * The parameter `claims` of the authorization request. oidc-provider copies it from the code or refresh token only into access tokens without
 * a resource, and all of ours have one.
 */
function findRequestedClaims(): object | undefined {
  const { AuthorizationCode: code, RefreshToken: refreshToken } = Provider.ctx!.oidc.entities;
  return (code ?? refreshToken)?.claims;
}

/** A user's access token is dead as soon as its record, its grant, its client or its user is. */
function findAccessTokens(provider: Provider, { domain, accounts }: JwtAccessTokenOptions): void {
  const find = provider.AccessToken.find.bind(provider.AccessToken) as Find;
  provider.AccessToken.find = (async (value: string, options?: object) => {
    const claims = verifyAccessToken(restoreJwt(value), domain);
    // control: a revoked access token is dead
    const token = claims && ((await find(claims.jti, options)) as AccessToken | undefined);
    if (
      !claims ||
      !token ||
      // control: the user access tokens of a deleted client are dead
      !(await provider.Client.find(claims.client_id))
    )
      return undefined;
    // control: the access tokens of a deleted or inactive user are dead
    if (!(await accounts.find(domain, claims.sub))) return undefined;
    // At userinfo oidc-provider accepts only tokens without an audience; ours are for the client's resources, and for userinfo too.
    return Provider.ctx?.oidc.route === 'userinfo' ? token : Object.assign(token, { aud: claims.aud });
  }) as never;
}

function markClientTokens({ ClientCredentials: model }: Provider): void {
  const prototype = model.prototype as unknown as NewClientToken;
  const { generateTokenId } = prototype;
  prototype.generateTokenId = function () {
    // This also decides the format of the token.
    generateTokenId.call(this);
    return newClientTokenId(this.client.record.tokenMark);
  };
}

interface NewClientToken {
  client: ProviderClient;
  generateTokenId(this: NewClientToken): string;
}

function findClientTokens(provider: Provider, { domain }: JwtAccessTokenOptions): void {
  const { ClientCredentials: model } = provider;
  const findRevoked = model.find.bind(model) as Find;
  model.find = (async (value: string) => {
    const claims = verifyAccessToken(restoreJwt(value), domain);
    if (!claims || claims.sub !== claims.client_id || (await findRevoked(claims.jti, { ignoreExpiration: true }))) return undefined;
    const client = (await provider.Client.find(claims.client_id)) as unknown as ProviderClient | undefined;
    if (!client || !isTokenOf(client.record, claims)) return undefined;
    const { jti, iat, exp, aud, client_id: clientId, cnf } = claims;
    const scope = limitScope(claims.scope, client.record).join(' ') || undefined;
    return new model({ kind: 'ClientCredentials', jti, iat, exp, aud, scope, clientId, ...cnf } as never);
  }) as never;
  model.prototype.destroy = async function (this: ClientCredentials) {
    const { kind, jti, clientId, iat, exp } = this as ClientCredentials & { exp: number };
    await this.adapter.upsert(jti, { kind, jti, clientId, iat, exp } as never, Math.max(1, this.remainingTTL));
  };
}
