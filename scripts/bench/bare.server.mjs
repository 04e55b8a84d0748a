/**
 * Bare oidc-provider with one issuer and everything in a Map, configured like the product: PKCE, JWT access tokens in ES256, rotating
 * refresh tokens, and a grant for each authorization request. It can introspect, revoke and return claims only for opaque access tokens, so
 * its client `opaque` gets these. Users sign in on the library's development page.
 */
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { Provider } from 'oidc-provider';
import { MapAdapter } from './map-adapter.mjs';

const SCOPE = 'openid profile email offline_access';
const { port, issuer, clients } = JSON.parse(process.env['BENCH_CONFIGURATION'] ?? '');
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const usesTls = clients.some((/** @type {any} */ client) => client.token_endpoint_auth_method === 'tls_client_auth');

/** @typedef {import('oidc-provider').KoaContextWithOIDC} Context */

/** Keyed by header, so that a known certificate is not parsed again. @type {Map<string, X509Certificate>} */
const certificates = new Map();

/** The certificate that the proxy has checked: RFC 9440. @param {Context} ctx */
function readCertificate(ctx) {
  const header = String(ctx.req.headers['client-cert']);
  const certificate = certificates.get(header) ?? new X509Certificate(Buffer.from(header.slice(1, -1), 'base64'));
  certificates.set(header, certificate);
  return certificate;
}

const mTLS = {
  enabled: true,
  tlsClientAuth: true,
  certificateBoundAccessTokens: true,
  getCertificate: readCertificate,
  certificateAuthorized: () => true,
  certificateSubjectMatches: (/** @type {Context} */ ctx, /** @type {string} */ _property, /** @type {string} */ expected) =>
    readCertificate(ctx).subject.split('\n').toReversed().join(',') === expected,
};

/** @type {Provider} */
const provider = new Provider(issuer, {
  adapter: MapAdapter,
  clients: clients.map((/** @type {object} */ client) => ({ id_token_signed_response_alg: 'ES256', ...client })),
  ...(usesTls && { clientAuthMethods: ['tls_client_auth'] }),
  scopes: ['openid', 'offline_access', 'read'],
  jwks: { keys: [{ .../** @type {any} */ (privateKey.export({ format: 'jwk' })), kid: 'bare', use: 'sig', alg: 'ES256' }] },
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
  claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email'] },
  findAccount: (_ctx, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: 'Maria Muster', preferred_username: id, email: `${id}@example.com` }),
  }),
  conformIdTokenClaims: false,
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  // Creates a grant for each request, because oidc-provider otherwise accepts only the latest one of a session.
  expiresWithSession: () => false,
  loadExistingGrant: async ({ oidc: { client, session } }) => {
    const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
    grant.addOIDCScope(SCOPE);
    grant.addResourceScope(issuer, SCOPE);
    await grant.save();
    return grant;
  },
  ttl: {
    AccessToken: 3600,
    AuthorizationCode: 60,
    ClientCredentials: 3600,
    Grant: 86_400,
    IdToken: 3600,
    Interaction: 3600,
    RefreshToken: 86_400,
    Session: 86_400,
  },
  features: {
    ...(usesTls && { mTLS }),
    devInteractions: { enabled: true },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    revocation: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: ({ oidc }) => (oidc.client?.clientId === 'opaque' ? /** @type {any} */ (undefined) : issuer),
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: `${SCOPE} read`,
        audience: issuer,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 3600,
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});

provider.listen(port, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
