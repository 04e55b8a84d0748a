/**
 * Bare oidc-provider with everything in memory, configured for bench:signin: the code flow with PKCE for one confidential client, JWT
 * access tokens in ES256, and rotating refresh tokens. Users sign in on the library's development page.
 */
import { generateKeyPairSync } from 'node:crypto';
import { Provider } from 'oidc-provider';

const issuer = required('BENCH_ISSUER');
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: required('BENCH_CLIENT_ID'),
      client_secret: required('BENCH_CLIENT_SECRET'),
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [required('BENCH_REDIRECT_URI')],
      token_endpoint_auth_method: 'client_secret_basic',
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ .../** @type {any} */ (privateKey.export({ format: 'jwk' })), kid: 'bare', use: 'sig', alg: 'ES256' }] },
  routes: { authorization: '/connect/authorize', token: '/connect/token' },
  cookies: { keys: ['signs cookies'] },
  claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, name: 'Maria Muster', preferred_username: id }) }),
  conformIdTokenClaims: false,
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 86_400, IdToken: 3600, Interaction: 3600, RefreshToken: 86_400, Session: 86_400 },
  features: {
    devInteractions: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => issuer,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'openid profile offline_access',
        audience: issuer,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 3600,
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});

provider.listen(Number(required('BENCH_PORT')), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));

/** @param {string} name */
function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
