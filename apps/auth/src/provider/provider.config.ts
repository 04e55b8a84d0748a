import { toPrivateJwk } from '@latchkey/crypto';
import { EXPIRY } from '@latchkey/oauth';
import {
  errors,
  type AccessToken,
  type AdapterFactory,
  type ClientCredentials,
  type Configuration,
  type KoaContextWithOIDC,
  type ResourceServer,
} from 'oidc-provider';
import type { DomainKey, DomainRecord } from '../domain/domain-record.js';
import type { ProviderClient } from './seams.js';

/** What stands for "no resource in particular": the token is for all of the client's audiences. With its braces it is none of them. */
const ALL_AUDIENCES = 'urn:latchkey:{all-audiences}';
const defaulted = new WeakSet<KoaContextWithOIDC>();

/** Seconds. */
const LIFETIMES: Configuration['ttl'] = {
  ClientCredentials: (_ctx, token) => (token.client as unknown as ProviderClient).record.accessTokenExpiry,
  AccessToken: EXPIRY.accessToken,
  AuthorizationCode: 60,
  IdToken: EXPIRY.idToken,
  RefreshToken: EXPIRY.refreshToken,
  Interaction: 3_600,
  Session: 86_400,
  Grant: EXPIRY.refreshToken,
};

export interface ProviderParts {
  domain: DomainRecord;
  signingKey: DomainKey;
  cookieKeys: Buffer[];
  adapter: AdapterFactory;
}

/** One domain's oidc-provider, in its own words. */
export function providerConfiguration({ domain, signingKey, cookieKeys, adapter }: ProviderParts): Configuration {
  const { algorithm } = signingKey;
  return {
    adapter,
    // The key that signs comes first: oidc-provider takes the first that fits.
    jwks: { keys: [signingKey, ...domain.keys.filter((key) => key !== signingKey)].map(toJwk) as never },
    routes: { authorization: '/connect/authorize', token: '/connect/token', jwks: '/.well-known/jwks.json' },
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientBasedCORS: (_ctx, origin, client) => allowsOrigin(client as unknown as ProviderClient, origin),
    clientDefaults: { id_token_signed_response_alg: algorithm },
    enabledJWA: {
      clientAuthSigningAlgValues: ['ES256', 'RS256', 'EdDSA'],
      idTokenSigningAlgValues: [...new Set(domain.keys.map((key) => key.algorithm))],
    },
    conformIdTokenClaims: false,
    cookies: { keys: cookieKeys.map((key) => key.toString('base64url')) },
    extraClientMetadata: { properties: ['record'] },
    features: featuresOf(domain),
    findAccount: () => undefined,
    formats: { customizers: { jwt: (_ctx, token, { payload }) => nameAudiences(token, payload, domain) } },
    interactions: { url: refuseSignIn },
    pkce: { required: (_ctx, client) => client.tokenEndpointAuthMethod === 'none' },
    renderError: (ctx, out) => {
      ctx.body = out;
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    ttl: LIFETIMES,
  };
}

function allowsOrigin({ record }: ProviderClient, origin: string): boolean {
  return record.client.allowedOrigins?.includes(origin) ?? false;
}

/** What is switched on. Whatever is not named here and on by default is named to be off. */
function featuresOf(domain: DomainRecord): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: (ctx) => {
        defaulted.add(ctx);
        return ALL_AUDIENCES;
      },
      getResourceServerInfo: (ctx, resource, client) => resourceServerOf(ctx, resource, { client: client as never, domain }),
    },
  };
}

/** Writes the `aud` of a token: oidc-provider itself knows one audience at most. */
function nameAudiences(token: AccessToken | ClientCredentials, payload: Record<string, unknown>, domain: DomainRecord): void {
  const { record } = token.client as unknown as ProviderClient;
  payload.aud = record.audience(token.aud === ALL_AUDIENCES ? undefined : (token.aud as string), domain.issuer);
}

function toJwk(key: DomainKey): object {
  return toPrivateJwk(key.privateKey, key.publicJwk);
}

/** Which token a request for a resource (RFC 8707 section 2) gets. */
function resourceServerOf(
  ctx: KoaContextWithOIDC,
  resource: string,
  { client: { record }, domain }: { client: ProviderClient; domain: DomainRecord },
): ResourceServer {
  const named = defaulted.has(ctx) ? undefined : resource;
  if (record.audience(named, domain.issuer) === null) throw new errors.InvalidTarget();
  if (ctx.oidc.params?.grant_type === 'client_credentials') grantScope(ctx, record.grantScope(ctx.oidc.params.scope as string | undefined));
  return { audience: resource, scope: record.client.scope, accessTokenTTL: record.accessTokenExpiry, accessTokenFormat: 'jwt' };
}

/** oidc-provider would drop what the client may not have, and grant nothing where nothing is asked for. */
function grantScope(ctx: KoaContextWithOIDC, scope: string | null): void {
  if (scope === null) throw new errors.InvalidScope('requested scope is not allowed', ctx.oidc.params!.scope as string);
  ctx.oidc.params!.scope = scope === '' ? undefined : scope;
}

function refuseSignIn(): never {
  throw new errors.CustomOIDCProviderError('temporarily_unavailable', 'people cannot sign in here yet');
}
