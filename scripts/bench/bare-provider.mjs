/** What the servers with bare oidc-provider share: they sign in ES256, and issue JWT access tokens. */
import { generateKeyPairSync } from 'node:crypto';
import { required } from './reference-client.mjs';

/** A new signing key, as a JWKS. */
export function generateJwks() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { keys: [{ .../** @type {any} */ (privateKey.export({ format: 'jwk' })), kid: 'bare', use: 'sig', alg: 'ES256' }] };
}

/**
 * The feature `resourceIndicators`: every access token is a JWT for the issuer itself.
 *
 * @param {string} issuer
 * @param {string} scope that access tokens may have
 */
export function issueJwtAccessTokens(issuer, scope) {
  return {
    enabled: true,
    defaultResource: () => issuer,
    useGrantedResource: () => true,
    getResourceServerInfo: () => ({
      scope,
      audience: issuer,
      accessTokenFormat: /** @type {const} */ ('jwt'),
      accessTokenTTL: 3600,
      jwt: { sign: { alg: /** @type {const} */ ('ES256') } },
    }),
  };
}

/**
 * Serves until the process is asked to end.
 *
 * @param {import('oidc-provider').Provider} provider
 */
export function serve(provider) {
  provider.listen(Number(required('BENCH_PORT')), '127.0.0.1');
  process.on('SIGTERM', () => process.exit(0));
}
