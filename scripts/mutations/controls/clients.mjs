/** Controls of clients and of secrets. */

const SECRETS = 'libs/crypto/src/secret.ts';
const SECRETS_SPEC = 'libs/crypto/src/secret.spec.ts';
const CACHED_CLIENT = 'apps/auth/src/client/cached-client.ts';
const CACHED_CLIENT_SPEC = 'apps/auth/src/client/cached-client.spec.ts';

const PUBLIC_JWK = 'libs/crypto/src/public-jwk.ts';
const PUBLIC_JWK_SPEC = 'libs/crypto/src/public-jwk.spec.ts';

/** @type {import('../mutation.mjs').Mutation[]} */
export const CLIENTS = [
  {
    control: 'client secrets are compared in constant time',
    rule: 'OWASP ASVS 5.0 section 11.2.4',
    file: SECRETS,
    text: 'timingSafeEqual(expected, actual)',
    replacement: 'expected.equals(actual)',
    test: { file: SECRETS_SPEC, title: 'of several hashes takes constant time for each, also after the right one' },
  },
  {
    control: 'CSRF tokens and binding cookies are compared in constant time',
    rule: 'OWASP ASVS 5.0 section 11.2.4',
    file: SECRETS,
    text: 'timingSafeEqual(hashSecret(one), hashSecret(other))',
    replacement: 'hashSecret(one).equals(hashSecret(other))',
    test: { file: SECRETS_SPEC, title: 'with another takes constant time' },
  },
  {
    control: 'a secret has 256 random bits',
    rule: 'RFC 6749 section 10.10',
    file: SECRETS,
    text: 'randomBytes(32)',
    replacement: 'randomBytes(8)',
    test: { file: SECRETS_SPEC, title: 'is 256 bits in base64url and never the same' },
  },
  {
    control: 'a client secret expires',
    rule: 'RFC 7591 section 3.2.1',
    file: CACHED_CLIENT,
    text: 'used.expiresAt !== null && used.expiresAt.getTime() <= now',
    replacement: 'false',
    test: { file: CACHED_CLIENT_SPEC, title: 'count until the instant at which they expire' },
  },
  {
    control: 'secrets end with a document that does not list ClientSecret',
    rule: 'RFC 9700 section 2.5',
    file: CACHED_CLIENT,
    text: '(acceptsSecrets(client) ? secrets : [])',
    replacement: 'secrets',
    test: { file: CACHED_CLIENT_SPEC, title: 'end with a document that does not list ClientSecret' },
  },
  {
    control: 'a private key in a JWKS is refused',
    rule: 'RFC 7517 section 9.2',
    file: PUBLIC_JWK,
    text: 'if (secret !== undefined) return',
    replacement: 'if (false) return',
    test: { file: PUBLIC_JWK_SPEC, title: 'is refused with the member %s, whatever its value' },
  },
  {
    control: 'RSA keys of clients have 2048 bits or more',
    rule: 'RFC 7518 section 3.3',
    file: PUBLIC_JWK,
    text: 'modulusLength < RSA_BITS.min ||',
    replacement: '',
    test: { file: PUBLIC_JWK_SPEC, title: 'of %s for a %s has the faults %j' },
  },
  {
    control: 'a client gets tokens for its own audiences only',
    rule: 'RFC 8707 section 2',
    file: CACHED_CLIENT,
    text: 'audiences.includes(resource) ? resource : null',
    replacement: 'resource',
    test: { file: CACHED_CLIENT_SPEC, title: 'of a client with %j that asks for %j is %j' },
  },
  {
    control: 'only confidential clients have the client credentials grant',
    rule: 'RFC 6749 section 4.4',
    file: CACHED_CLIENT,
    text: "client.clientType === 'Confidential' && client.grantType === 'ClientCredentials'",
    replacement: 'true',
    test: {
      file: 'apps/auth/src/token/access-token-template.cache.spec.ts',
      title: 'is missing if %s, also after a grant and the second time',
    },
  },
  {
    control: 'a cached token response needs the right secret',
    rule: 'RFC 6749 section 4.4',
    file: 'apps/auth/src/token/access-token-template.cache.ts',
    text: 'clientId, clientSecret, scope ??',
    replacement: 'clientId, scope ??',
    test: {
      file: 'apps/auth/src/token/access-token-template.cache.spec.ts',
      title: 'is not found with a wrong secret while a template for the right one is cached',
    },
  },
];
