import { LANGUAGES } from '@latchkey/page-texts';
import { toPrivateJwk, VERIFIED_ALGORITHMS } from '@latchkey/crypto';
import { OPENID_SCOPES } from '@latchkey/oauth';
import type {
  AccessToken,
  AdapterFactory,
  Client,
  ClientAuthMethod,
  ClientCredentials,
  Configuration,
  KoaContextWithOIDC,
} from 'oidc-provider';
import { ACR_VALUES } from '../assurance/assurance.js';
import type { CachedClient } from '../client/cached-client.js';
import { isMetadataDocumentId } from '../client/metadata-document/client-id-url.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { ExchangeRecord } from '../access-token/token-chain.js';
import type { DomainKey } from '../domain/signing-key.store.js';
import { DEVICE_PATHS } from '../pages/device-paths.js';
import type { AccountService, UserAccount } from './accounts/account.service.js';
import { createCookieOptions } from './cookies.js';
import { satisfiesPolicies } from './accounts/client-policies.js';
import { findOrCreateGrant } from './accounts/grants.js';
import { createInteractionPolicy } from './policy/interaction-policy.js';
import { LIFETIMES } from './adapters/lifetimes.js';
import { createErrorRenderer } from './pages/error-pages.js';
import { createDevicePages } from './pages/device-pages.js';
import { createLogoutPages } from './pages/protocol-pages.js';
import { setAudience, createResourceIndicators, listFurtherClaims, listResourceScopes } from './overrides/resource-indicators.js';
import { mayIntrospect, mayRevoke, type OwnedToken } from '../protocol/token-access.js';
import { limitUserClaims } from './accounts/token-size.js';
import { createRequestObjects } from './overrides/request-objects.js';
import { forgetAccount } from './overrides/stored-sessions.js';
import type { ProviderClient } from './adapters/provider-client.js';
import { ID_JAG, ID_JAG_PROFILE, PROOF_ALGORITHMS } from '@latchkey/oauth';
import { createMtlsAliases, PATHS } from '../protocol/endpoints.js';
import { getCredentials } from '../protocol/request-credentials.js';
import { REQUEST_OBJECT_ALGORITHMS } from '../protocol/request-object.js';
import type { RequestVerifiers } from './overrides/request-verifiers.js';

const ROUTES: Configuration['routes'] = {
  authorization: PATHS.authorization,
  pushed_authorization_request: PATHS.pushedAuthorizationRequest,
  token: PATHS.token,
  device_authorization: PATHS.deviceAuthorization,
  code_verification: DEVICE_PATHS.page,
  userinfo: PATHS.userinfo,
  introspection: PATHS.introspection,
  revocation: PATHS.revocation,
  end_session: PATHS.endSession,
  jwks: PATHS.jwks,
};

/** oidc-provider announces these methods, but authenticates clients only by a secret: see authenticated-clients.ts. */
const CLIENT_AUTH_METHODS: ClientAuthMethod[] = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'];
const CERTIFICATE_METHODS: ClientAuthMethod[] = ['tls_client_auth', 'self_signed_tls_client_auth'];

/** Binds tokens to certificates. Client authentication by certificate happens elsewhere: see authenticated-clients.ts. */
const MTLS = {
  enabled: true,
  certificateBoundAccessTokens: true,
  tlsClientAuth: true,
  selfSignedTlsClientAuth: true,
  getCertificate: ({ req }: KoaContextWithOIDC) => getCredentials(req).certificate?.certificate?.pem,
  certificateAuthorized: () => false,
  certificateSubjectMatches: () => false,
} as const;

export interface ProviderParts {
  domain: CachedDomain;
  /** The build time in milliseconds since the epoch, which determines the signing keys. */
  now: number;
  cookieKeys: Buffer[];
  /** The secret from which nonces for DPoP proofs are derived. */
  nonceSecret: Buffer;
  /** Whether a proxy forwards the certificates of TLS clients. */
  isMtlsEnabled: boolean;
  /** The base URL that requests certificates from TLS clients; null if it is the issuer. */
  mtlsUrl: string | null;
  adapter: AdapterFactory;
  accounts: AccountService;
  verifiers: RequestVerifiers;
}

/** The configuration of one domain's oidc-provider. */
export function createProviderConfiguration(parts: ProviderParts): Configuration {
  const { domain, cookieKeys, adapter } = parts;
  return {
    adapter,
    routes: ROUTES,
    cookies: createCookieOptions(domain.issuer, cookieKeys),
    features: createFeatures(parts),
    discovery: createDiscovery(parts) as never,
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}`, policy: createInteractionPolicy() },
    renderError: createErrorRenderer(domain),
    // The management API manages clients, so nothing is fetched from their URLs.
    fetch: () => Promise.reject(new Error('fetching is disabled')),
    ...createCryptographyOptions(parts),
    ...createClientOptions(parts),
    ...createGrantOptions(parts),
    ...createClaimOptions(parts),
  };
}

/** Metadata that oidc-provider omits: RFC 8414 section 2, OpenID Connect Discovery section 3, Prompt Create section 4.1.1, RFC 8705 section 5. */
function createDiscovery({ domain, isMtlsEnabled, mtlsUrl }: ProviderParts): object {
  const methods = listClientAuthMethods(isMtlsEnabled);
  return {
    introspection_endpoint_auth_methods_supported: methods.filter((method) => method !== 'none'),
    introspection_endpoint_auth_signing_alg_values_supported: VERIFIED_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: VERIFIED_ALGORITHMS,
    prompt_values_supported: ['none', 'login', 'consent', 'select_account', ...(domain.signUp === 'Open' ? ['create'] : [])],
    ui_locales_supported: LANGUAGES,
    // OAuth Client ID Metadata Document section 5.
    ...(domain.clientRegistration.metadataDocuments.enabled && { client_id_metadata_document_supported: true }),
    // draft-ietf-oauth-identity-chaining section 2.5, draft-ietf-oauth-identity-assertion-authz-grant.
    identity_chaining_requested_token_types_supported: [ID_JAG],
    authorization_grant_profiles_supported: [ID_JAG_PROFILE],
    // RFC 8414 section 2.
    ...(domain.clientRegistration.dynamicRegistration.enabled && { registration_endpoint: `${domain.issuer}${PATHS.registration}` }),
    ...(isMtlsEnabled && mtlsUrl !== null && { mtls_endpoint_aliases: createMtlsAliases(mtlsUrl) }),
  };
}

function listClientAuthMethods(isMtlsEnabled: boolean): ClientAuthMethod[] {
  return [...CLIENT_AUTH_METHODS, ...(isMtlsEnabled ? CERTIFICATE_METHODS : [])];
}

function createCryptographyOptions({ domain, now }: ProviderParts): Configuration {
  return {
    // oidc-provider signs with the first key of an algorithm.
    jwks: { keys: domain.keysInSigningOrder(now).map(toJwk) as never },
    clientDefaults: { id_token_signed_response_alg: domain.idTokenKey(null, now).algorithm },
    enabledJWA: {
      clientAuthSigningAlgValues: [...VERIFIED_ALGORITHMS],
      dPoPSigningAlgValues: [...PROOF_ALGORITHMS],
      requestObjectSigningAlgValues: [...REQUEST_OBJECT_ALGORITHMS],
      idTokenSigningAlgValues: [...new Set(domain.keys.map((key) => key.algorithm))],
    },
  };
}

function createClientOptions({ isMtlsEnabled }: ProviderParts): Configuration {
  return {
    clientAuthMethods: listClientAuthMethods(isMtlsEnabled),
    extraClientMetadata: { properties: ['record'] },
    allowOmittingSingleRegisteredRedirectUri: false,
    // control: public clients need PKCE
    pkce: { required: (_ctx, client) => isPublic(client) || isFapi(client) || isMetadataDocumentId(client.clientId) },
  };
}

function createGrantOptions({ domain }: ProviderParts): Configuration {
  return {
    // control: no implicit flow
    responseTypes: ['code'],
    scopes: [...OPENID_SCOPES, ...listResourceScopes(domain)],
    loadExistingGrant: (ctx) => findOrCreateGrant(ctx, domain),
    // Records that end with a session are deleted together with it in one statement: see oidc.adapter.ts.
    expiresWithSession: () => false,
    // FAPI 2.0 Security Profile section 5.3.2.1 excludes rotation. FAPI clients authenticate strongly, and this binds their refresh tokens.
    // control: refresh tokens are rotated
    rotateRefreshToken: ({ oidc }) => !isFapi(oidc.client!),
    ttl: LIFETIMES,
  };
}

function createClaimOptions({ domain, accounts }: ProviderParts): Configuration {
  return {
    acrValues: [...ACR_VALUES],
    claims: { openid: ['sub'] },
    conformIdTokenClaims: false,
    findAccount: async (ctx, sub, token) => {
      const account = await findAccount(ctx, { sub, isSession: token === undefined }, { accounts, domain });
      return account && canRedeem(ctx, account, token) ? account : undefined;
    },
    extraTokenClaims: (ctx, token) => listFurtherClaims(ctx, token, domain),
    formats: { customizers: { jwt: (ctx, token, jwt) => addAccessTokenClaims(ctx, { token, jwt, domain }) } },
  };
}

/** The enabled features. Unwanted features that are on by default are disabled by name. */
function createFeatures({ domain, nonceSecret, isMtlsEnabled, verifiers }: ProviderParts): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    // The code has 8 letters without vowels: RFC 8628 section 6.1. Nothing is stored about the device.
    deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****', deviceInfo: () => ({}), ...createDevicePages(domain) },
    // Every response to a proof offers a nonce, but only proofs with a wrong time must use it: RFC 9449 section 8.
    dPoP: { enabled: true, nonceSecret, requireNonce: () => false },
    mTLS: isMtlsEnabled ? MTLS : { enabled: false },
    fapi: { enabled: true, profile: (_ctx, client) => (client && isFapi(client) ? '2.0' : undefined) },
    pushedAuthorizationRequests: { enabled: true },
    requestObjects: createRequestObjects(verifiers, domain),
    introspection: { enabled: true, allowedPolicy: (_ctx, client, token) => mayIntrospect(recordOf(client), token as OwnedToken) },
    // control: a client revokes its own tokens only
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => mayRevoke(recordOf(client), token as OwnedToken) },
    // Ending a session stores its logout notices, which jobs deliver: see disableInlineBackchannelLogout.
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: { enabled: true, ...createLogoutPages(domain) },
    userinfo: { enabled: true },
    claimsParameter: { enabled: true },
    resourceIndicators: createResourceIndicators(domain),
  };
}

function isPublic({ tokenEndpointAuthMethod }: Client): boolean {
  return tokenEndpointAuthMethod === 'none';
}

function isFapi(client: Client): boolean {
  return recordOf(client).isFapi;
}

function recordOf(client: Client): CachedClient {
  return (client as unknown as ProviderClient).record;
}

function toJwk(key: DomainKey): object {
  return toPrivateJwk(key.signer.privateKey, key.publicJwk);
}

/** A session whose user was deleted or can no longer sign in counts as signed out. */
async function findAccount(
  ctx: KoaContextWithOIDC,
  { sub, isSession }: { sub: string; isSession: boolean },
  { accounts, domain }: { accounts: AccountService; domain: CachedDomain },
): Promise<UserAccount | undefined> {
  const account = await accounts.find(domain, sub);
  const { session } = ctx.oidc;
  if (!account && isSession && session) {
    await accounts.endSession(domain, session.uid);
    forgetAccount(session);
  }
  return account;
}

/** Rejects a code or refresh token with `invalid_grant` if the operator no longer permits it. */
function canRedeem({ oidc }: KoaContextWithOIDC, { identityProvider }: UserAccount, token: object | undefined): boolean {
  if (oidc.route !== 'token' || !token) return true;
  const { client } = (oidc.client as unknown as ProviderClient).record;
  return satisfiesPolicies(client, { identityProvider, acr: (token as { acr?: string }).acr });
}

interface IssuedAccessToken {
  token: AccessToken | ClientCredentials;
  jwt: { header?: Record<string, unknown>; payload: Record<string, unknown> };
  domain: CachedDomain;
}

/** Adds what oidc-provider does not support: several audiences, and claims with arbitrary names. */
function addAccessTokenClaims(ctx: KoaContextWithOIDC, { token, jwt, domain }: IssuedAccessToken): void {
  const { exchange, aud } = token as { exchange?: ExchangeRecord; aud: string };
  const api = domain.resources.get(aud);
  if (api) jwt.header = { ...jwt.header, typ: api.jwtType };
  if (exchange) Object.assign(jwt.payload, { sub: exchange.subject, act: exchange.act });
  else setAudience(token, jwt.payload, domain);
  const account = token.kind === 'AccessToken' ? (ctx.oidc.account as UserAccount | undefined) : undefined;
  if (account)
    // control: the attributes of a user replace no protocol claims
    jwt.payload = { ...limitUserClaims(account.accessTokenClaims(token.scope ?? ''), jwt.payload), ...jwt.payload };
}
