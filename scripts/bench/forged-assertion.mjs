import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** The client that authenticates by any of ten keys: a signature that names none is compared with each. */
const KEY_CLIENT = 'keys';
export const KEY_METHOD = {
  client: KEY_CLIENT,
  method: {
    type: 'PrivateKeyJwt',
    jwks: {
      keys: Array.from({ length: 10 }, (_none, n) => ({
        ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
        kid: `key-${n}`,
      })),
    },
  },
};

/** An assertion with current claims, and a random signature. @param {string} issuer */
function forgeAssertion(issuer) {
  const encode = (/** @type {object} */ part) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: KEY_CLIENT,
    sub: KEY_CLIENT,
    aud: issuer,
    exp: now + 300,
    jti: randomBytes(16).toString('hex'),
    filling: 'x'.repeat(4_000),
  };
  return `${encode({ alg: 'ES256' })}.${encode(claims)}.${randomBytes(64).toString('base64url')}`;
}

/** A token request with a forged assertion. @param {string} issuer */
export function assertionForm(issuer) {
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  return { grant_type: 'client_credentials', client_assertion_type: type, client_assertion: forgeAssertion(issuer) };
}
