/** Controls of clients and of secrets. */

const SECRETS = 'libs/crypto/src/secret.ts';
const SECRETS_SPEC = 'libs/crypto/src/secret.spec.ts';
const CACHED_CLIENT = 'apps/auth/src/client/cached-client.ts';
const CACHED_CLIENT_SPEC = 'apps/auth/src/client/cached-client.spec.ts';

const PUBLIC_JWK = 'libs/crypto/src/public-jwk.ts';
const PUBLIC_JWK_SPEC = 'libs/crypto/src/public-jwk.spec.ts';

const CERTIFICATES = 'apps/auth/src/client-authentication/certificate';
const CERTIFICATE_AUTHENTICATION = `${CERTIFICATES}/certificate-authentication.service.ts`;
const CLIENT_CERTIFICATE = `${CERTIFICATES}/client-certificate.service.ts`;
const CLIENT_CERTIFICATE_SPEC = `${CERTIFICATES}/client-certificate.service.spec.ts`;
const CERTIFICATE_HEADER = `${CERTIFICATES}/certificate-header.ts`;
const CERTIFICATE_HEADER_SPEC = `${CERTIFICATES}/certificate-header.spec.ts`;
const REFUSED_CERTIFICATE = { file: `${CERTIFICATES}/tls-client-auth.int-spec.ts`, title: 'is refused with %s: %s' };
const NGINX = 'docker/nginx/mtls.conf';
const NGINX_SPEC = 'test/e2e/mtls.e2e-spec.ts';

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
    control: 'the signature of a DNS answer is compared in constant time',
    rule: 'OWASP ASVS 5.0 section 11.2.4',
    file: 'libs/crypto/src/hmac.ts',
    text: 'timingSafeEqual(mac, expected)',
    replacement: 'mac.equals(expected)',
    test: { file: 'libs/crypto/src/hmac.spec.ts', title: 'is compared in constant time' },
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
    file: 'libs/crypto/src/usable-public-key.ts',
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
  {
    control: 'a certificate in a header counts from trusted proxies only',
    rule: 'RFC 9440 section 4',
    file: CLIENT_CERTIFICATE,
    text: ' || !this.trustsPeer(socket)',
    replacement: '',
    test: { file: CLIENT_CERTIFICATE_SPEC, title: 'is ignored where %s, readable or not' },
  },
  {
    control: 'a certificate header that a client has sent is replaced by nginx',
    rule: 'RFC 9440 section 4',
    file: NGINX,
    text: 'proxy_set_header X-SSL-Client-Cert $ssl_client_escaped_cert;',
    replacement: '',
    test: { file: NGINX_SPEC, title: 'counts for nothing, at any host, without a certificate in the handshake' },
  },
  {
    control: 'a certificate that nginx has not verified is not handed on at the hosts of domains',
    rule: 'RFC 8705 section 2.1',
    file: NGINX,
    text: 'proxy_set_header X-SSL-Client-Cert "";',
    replacement: 'proxy_set_header X-SSL-Client-Cert $ssl_client_escaped_cert;',
    test: {
      file: NGINX_SPEC,
      title: 'counts for nothing if the handshake was for a host for mTLS, and the request is for the host of the domain',
    },
  },
  {
    control: 'a certificate header that was sent twice is not read',
    rule: 'RFC 9440 section 2.2',
    file: CERTIFICATE_HEADER,
    text: "text.includes(',') || text.split(BEGIN).length > 2",
    replacement: 'false',
    test: { file: CERTIFICATE_HEADER_SPEC, title: '%s %s is %s' },
  },
  {
    control: 'a certificate header of Envoy that several proxies have written is not read',
    rule: 'RFC 9440 section 4',
    file: CERTIFICATE_HEADER,
    text: "if (pair[4] === ',') return 'several-certificates';",
    replacement: '',
    test: { file: CERTIFICATE_HEADER_SPEC, title: '%s %s is %s' },
  },
  {
    control: 'a certificate counts as unverified if the proxy says so',
    rule: 'RFC 8705 section 2.1',
    file: CLIENT_CERTIFICATE,
    text: "isVerified: verification === undefined || verification === 'SUCCESS'",
    replacement: 'isVerified: true',
    test: { file: CLIENT_CERTIFICATE_SPEC, title: 'counts as verified if the proxy says %s: %s' },
  },
  {
    control: 'a client that is known by a name in its certificate needs a verified certificate',
    rule: 'RFC 8705 section 2.1',
    file: CERTIFICATE_AUTHENTICATION,
    text: 'if (!isVerified)',
    replacement: 'if (false)',
    test: REFUSED_CERTIFICATE,
  },
  {
    control: 'a client that is known by a name in its certificate needs a current certificate',
    rule: 'RFC 5280 section 6.1.3',
    file: CERTIFICATE_AUTHENTICATION,
    text: 'if (!certificate.isValidAt(Date.now()))',
    replacement: 'if (false)',
    test: REFUSED_CERTIFICATE,
  },
  {
    control: 'a certificate has the name that is registered for the client',
    rule: 'RFC 8705 section 2.1.2',
    file: CERTIFICATE_AUTHENTICATION,
    text: 'if (!hasCertificateName(certificate.names, method))',
    replacement: 'if (false)',
    test: REFUSED_CERTIFICATE,
  },
  {
    control: 'a self-signed certificate has a key that is registered for the client',
    rule: 'RFC 8705 section 2.2',
    file: CERTIFICATE_AUTHENTICATION,
    text: 'if ((await this.keys.loadKeySet(method)).hasKeyOf(certificate)) return;',
    replacement: 'return;',
    test: REFUSED_CERTIFICATE,
  },
  {
    control: 'the tokens of a deleted client stay dead if its id returns',
    rule: 'RFC 7009 section 2.2',
    file: 'apps/auth/src/provider/tokens/client-token-id.ts',
    text: 'return jti.endsWith(tokenMark);',
    replacement: 'return true;',
    test: {
      file: 'apps/auth/src/provider/tokens/client-token-id.spec.ts',
      title: 'is of the client with whose mark it was issued, whatever the clocks show',
    },
  },
];
