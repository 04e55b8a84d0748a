import { hashSecret, randomSecret } from '@latchkey/crypto';
import { decodeJwt } from 'jose';
import { Provider, type AccessToken, type ClientCredentials } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import type { AccessTokenService } from '../../access-token/access-token.service.js';
import { parsePresentedToken } from '../../access-token/presented-token.js';
import type { ExchangeRecord } from '../../access-token/token-chain.js';
import type { Confirmation } from '../../access-token/valid-token.js';
import { newClientTokenId } from '../../protocol/client-token-id.js';
import { DomainNotServedError } from '../errors/domain-not-served.error.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';

/**
 * Access tokens are JWTs (RFC 9068), unless a resource has chosen opaque ones. oidc-provider does not store JWTs, so it can neither introspect
 * nor revoke them, nor accept them at userinfo. Here each user token has a record, so that it can be revoked. For a client token a record means that it was revoked.
 * AccessTokenService decides which of them are valid.
 *
 * Only this file adds this to oidc-provider.
 */

export interface JwtAccessTokenOptions {
  domain: CachedDomain;
  verifiers: { tokens: AccessTokenService };
}

/** A JWT with this prefix passes oidc-provider's check for opaque tokens. The prefix is random, so that no client can send it. */
const HIDDEN_PREFIX = `~${randomSecret()}~`;
const ROUTES_REFUSING_JWTS = new Set(['introspection', 'revocation']);

type Find = (value: string, options?: object) => Promise<unknown>;

export function acceptJwtAccessTokens(provider: Provider, parts: JwtAccessTokenOptions): void {
  hideJwtsFromLibrary(provider);
  keepAccessTokens(provider, parts.domain);
  findAccessTokens(provider, parts);
  markClientTokens(provider, parts.domain);
  findClientTokens(provider, parts);
  const find = provider.RefreshToken.find.bind(provider.RefreshToken) as Find;
  provider.RefreshToken.find = ((value: string, options?: object) => find(restoreJwt(value), options)) as never;
}

/** oidc-provider inspects the format of a token right after it has authenticated the client. */
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

function keepAccessTokens(provider: Provider, { resources }: CachedDomain): void {
  const prototype = provider.AccessToken.prototype as AccessToken &
    Confirmation & { sessionUid?: string; exchange?: ExchangeRecord; assertionIssuer?: string };
  const { save } = prototype;
  prototype.save = async function (this: typeof prototype) {
    const value = await save.call(this);
    const { kind, jti, accountId, clientId, grantId, gty, scope, jkt, 'x5t#S256': x5t, exchange, assertionIssuer } = this;
    const { claims, isOffline } = findSource();
    const sessionUid = isOffline ? undefined : this.sessionUid;
    const record = {
      kind,
      jti,
      accountId,
      clientId,
      grantId,
      gty,
      scope,
      claims,
      sessionUid,
      exchange,
      assertionIssuer,
      resource: resources.get(this.aud as string)?.id,
      jkt,
      'x5t#S256': x5t,
      ...describeFormat(this, value),
    };
    await this.adapter.upsert(jti, record as never, this.expiration);
    return value;
  };
}

/** What depends on the format: an opaque token is the key of its record, which has its audience and further claims. */
function describeFormat({ jti, aud, extra, expiration }: AccessToken & { extra?: object }, value: string): object {
  if (value === jti) {
    const iat = Math.floor(Date.now() / 1_000);
    return { aud, extra, iat, exp: iat + expiration };
  }
  const { iat, exp } = decodeJwt(value);
  return { tokenHash: hashSecret(value).toString('base64url'), iat, exp };
}

/**
 * The `claims` parameter of the authorization request, and whether it asks for offline access. oidc-provider copies `claims` from the code or
 * refresh token only into access tokens without a resource, but here every token has one.
 */
function findSource(): { claims: object | undefined; isOffline: boolean } {
  const { AuthorizationCode: code, DeviceCode: deviceCode, RefreshToken: refreshToken } = Provider.ctx!.oidc.entities;
  const source = code ?? deviceCode ?? refreshToken;
  return { claims: source?.claims, isOffline: source?.scopes.has('offline_access') ?? false };
}

function findAccessTokens(provider: Provider, parts: JwtAccessTokenOptions): void {
  const { AccessToken: model } = provider;
  model.find = (async (value: string) => {
    const token = await findValid(value, parts, (tokens, ...found) => tokens.find(...found));
    // Those of a client itself are of another model.
    if (!token?.record) return undefined;
    const { record, claims, furtherClaims, exchange } = token;
    const scope = record.scope === undefined ? undefined : token.scope.join(' ');
    const extra = { ...furtherClaims, ...(exchange && { sub: exchange.subject }) };
    // The grant of a token got by exchange belongs to another client, which alone may revoke it.
    const grantId = exchange ? undefined : record.grantId;
    // At userinfo oidc-provider accepts only tokens without an audience; ours are for the client's resources, and for userinfo too.
    const aud = Provider.ctx?.oidc.route === 'userinfo' ? undefined : claims.aud;
    return new model({ ...record, grantId, jti: claims.jti, aud, scope, extra } as never);
  }) as never;
}

type FindToken<Token> = (
  tokens: AccessTokenService,
  presented: NonNullable<ReturnType<typeof parsePresentedToken>>,
  issued: NonNullable<Awaited<ReturnType<AccessTokenService['readAgain']>>>,
) => Promise<Token | null>;

/** @throws DomainNotServedError, TemporarilyUnavailableError */
async function findValid<Token>(
  value: string,
  { domain, verifiers: { tokens } }: JwtAccessTokenOptions,
  find: FindToken<Token>,
): Promise<Token | null> {
  const presented = parsePresentedToken(restoreJwt(value));
  if (!presented) return null;
  return translateOutage(async () => {
    const issued = await tokens.readAgain(domain, presented);
    if (!issued) throw new DomainNotServedError();
    return find(tokens, presented, issued);
  });
}

function markClientTokens({ ClientCredentials: model }: Provider, { resources }: CachedDomain): void {
  const prototype = model.prototype as unknown as NewClientToken;
  const { generateTokenId } = prototype;
  prototype.generateTokenId = function () {
    // This also decides the format of the token.
    generateTokenId.call(this);
    return newClientTokenId(this.client.record.tokenMark(resources.get(this.aud)));
  };
}

interface NewClientToken {
  client: ProviderClient;
  /** What it is for. */
  aud: string;
  generateTokenId(this: NewClientToken): string;
}

function findClientTokens(provider: Provider, parts: JwtAccessTokenOptions): void {
  const { ClientCredentials: model } = provider;
  model.find = (async (value: string) => {
    const token = await findValid(value, parts, (tokens, ...found) => tokens.findClientToken(...found));
    if (!token) return undefined;
    const { jti, iat, exp, aud, client_id: clientId, cnf } = token.claims;
    const scope = token.scope.join(' ') || undefined;
    return new model({ kind: 'ClientCredentials', jti, iat, exp, aud, scope, clientId, ...cnf, extra: token.furtherClaims } as never);
  }) as never;
  model.prototype.destroy = async function (this: ClientCredentials) {
    const { kind, jti, clientId, iat, exp } = this as ClientCredentials & { exp: number };
    await this.adapter.upsert(jti, { kind, jti, clientId, iat, exp } as never, Math.max(1, this.remainingTTL));
  };
}
