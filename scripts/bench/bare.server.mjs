/**
 * Bare oidc-provider: one issuer and one confidential client in memory, configured for JWT access tokens in ES256
 * and for nothing else, so that only the library itself is measured.
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
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      token_endpoint_auth_method: 'client_secret_basic',
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ .../** @type {any} */ (privateKey.export({ format: 'jwk' })), kid: 'bare', use: 'sig', alg: 'ES256' }] },
  routes: { token: '/connect/token' },
  cookies: { keys: ['unused, but a missing key warns'] },
  scopes: ['read'],
  ttl: { ClientCredentials: 3600 },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => issuer,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'read',
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
