/**
 * Bare oidc-provider with everything in a Map, configured for bench:people like the product: PKCE, JWT access tokens in ES256, rotating refresh
 * tokens, and a grant for each authorization request. It can introspect, revoke and show claims for opaque access tokens only, so its client
 * `opaque` gets these.
 */
import { Provider } from 'oidc-provider';
import { generateJwks, issueJwtAccessTokens, serve } from './bare-provider.mjs';
import { MapAdapter } from './map-adapter.mjs';
import { required } from './reference-client.mjs';

const SCOPE = 'openid profile offline_access';
const issuer = required('BENCH_ISSUER');
const basic = {
  client_secret: required('BENCH_CLIENT_SECRET'),
  token_endpoint_auth_method: /** @type {const} */ ('client_secret_basic'),
  id_token_signed_response_alg: /** @type {const} */ ('ES256'),
};
const application = {
  ...basic,
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: [required('BENCH_REDIRECT_URI')],
};
const resources = issueJwtAccessTokens(issuer, `${SCOPE} read`);

/** @type {Provider} */
const provider = new Provider(issuer, {
  adapter: MapAdapter,
  clients: [
    { ...application, client_id: 'bench' },
    { ...application, client_id: 'opaque' },
    { ...basic, client_id: 'service', grant_types: ['client_credentials'], redirect_uris: [], response_types: [], scope: 'read' },
  ],
  scopes: ['openid', 'offline_access', 'read'],
  jwks: generateJwks(),
  routes: {
    authorization: '/connect/authorize',
    token: '/connect/token',
    userinfo: '/connect/userinfo',
    introspection: '/connect/introspect',
    revocation: '/connect/revocation',
    pushed_authorization_request: '/connect/par',
    jwks: '/.well-known/jwks.json',
  },
  cookies: { keys: ['signs cookies'] },
  claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, name: 'Maria Muster', preferred_username: id }) }),
  conformIdTokenClaims: false,
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  // A grant for each request: oidc-provider otherwise accepts only the latest one of a session.
  expiresWithSession: () => false,
  loadExistingGrant: async ({ oidc }) => {
    const { client, session } = oidc;
    const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
    grant.addOIDCScope(SCOPE);
    grant.addResourceScope(issuer, SCOPE);
    await grant.save();
    return grant;
  },
  ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 86_400, IdToken: 3600, Interaction: 3600, RefreshToken: 86_400, Session: 86_400 },
  features: {
    devInteractions: { enabled: true },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    revocation: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    resourceIndicators: {
      ...resources,
      defaultResource: ({ oidc }) => (oidc.client?.clientId === 'opaque' ? /** @type {any} */ (undefined) : issuer),
    },
  },
});

serve(provider);
