/** Controls of clients and of secrets. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const CLIENTS = [
  {
    control: 'client secrets are compared in constant time',
    rule: 'OWASP ASVS 5.0 section 11.2.4',
    text: /timingSafeEqual\((\w+), (\w+)\)/,
    replacement: '$1.equals($2)',
    test: { file: 'secret.spec.ts', title: 'takes constant time for each of several hashes, even after the right one' },
  },
  {
    control: 'CSRF tokens and binding cookies are compared in constant time',
    rule: 'OWASP ASVS 5.0 section 11.2.4',
    text: /timingSafeEqual\((.+), (.+)\)(?=;)/,
    replacement: '$1.equals($2)',
    test: { file: 'secret.spec.ts', title: 'takes constant time for two secrets' },
  },
  {
    control: 'the signature of a DNS answer is compared in constant time',
    rule: 'OWASP ASVS 5.0 section 11.2.4',
    text: /timingSafeEqual\((\w+), (\w+)\)/,
    replacement: '$1.equals($2)',
    test: { file: 'hmac.spec.ts', title: 'compares in constant time' },
  },
  {
    control: 'a secret has 256 random bits',
    rule: 'RFC 6749 section 10.10',
    text: '32',
    replacement: '8',
    test: { file: 'secret.spec.ts', title: 'returns 256 bits in base64url, never the same' },
  },
  {
    control: 'an imported client secret is random',
    rule: 'RFC 6749 section 10.10',
    text: /new Set\(value\)\.size < MIN_DIFFERENT/,
    replacement: 'new Set(value).size < 0',
    test: { file: 'client-secret.int-spec.ts', title: 'must be random if they are imported' },
  },
  {
    control: 'a client secret expires',
    rule: 'RFC 7591 section 3.2.1',
    test: { file: 'secret-authentication.service.spec.ts', title: 'count until the instant at which they expire' },
  },
  {
    control: 'secrets end with a document that does not list ClientSecret',
    rule: 'RFC 9700 section 2.5',
    text: /\w+\(\w+\) \? ([\w.]+) : \[\]/,
    replacement: '$1',
    test: { file: 'secret-authentication.service.spec.ts', title: 'end with a document that does not list ClientSecret' },
  },
  {
    control: 'a private key in a JWKS is refused',
    rule: 'RFC 7517 section 9.2',
    replacement: 'false',
    test: { file: 'public-jwk.spec.ts', title: 'rejects the member %s, whatever its value' },
  },
  {
    control: 'RSA keys of clients have 2048 bits or more',
    rule: 'RFC 7518 section 3.3',
    test: { file: 'public-jwk.spec.ts', title: 'reports the violations of %s for a %s: %j' },
  },
  {
    control: 'a client gets tokens for its own audiences and granted resources only',
    rule: 'RFC 8707 section 2',
    replacement: 'true',
    test: { file: 'cached-client.spec.ts', title: 'selects the audience of a client with %j that requests %j: %j' },
  },
  {
    control: 'only confidential clients have the client credentials grant',
    rule: 'RFC 6749 section 4.4',
    replacement: 'true',
    test: { file: 'access-token-template.cache.spec.ts', title: 'returns no template if %s, also after a grant and the second time' },
  },
  {
    control: 'a cached token response needs the right secret',
    rule: 'RFC 6749 section 4.4',
    text: /(?<=\((?:[^,]+, ){3})[^,]+, /,
    test: {
      file: 'access-token-template.cache.spec.ts',
      title: 'returns no template for a wrong secret while one for the right secret is cached',
    },
  },
  {
    control: 'a certificate in a header counts from trusted proxies only',
    rule: 'RFC 9440 section 4',
    test: { file: 'client-certificate.service.spec.ts', title: 'ignores the certificate where %s, readable or not' },
  },
  {
    control: 'a certificate header that a client has sent is replaced by nginx',
    rule: 'RFC 9440 section 4',
    test: { file: 'mtls.e2e-spec.ts', title: 'is ignored at any host without a certificate in the handshake' },
  },
  {
    control: 'a certificate that nginx has not verified is not handed on at the hosts of domains',
    rule: 'RFC 8705 section 2.1',
    replacement: 'proxy_set_header X-SSL-Client-Cert $ssl_client_escaped_cert;',
    test: {
      file: 'mtls.e2e-spec.ts',
      title: 'is ignored if the handshake was for a host for mTLS and the request is for the host of the domain',
    },
  },
  {
    control: 'a certificate header that was sent twice is not read',
    rule: 'RFC 9440 section 2.2',
    replacement: 'false',
    test: { file: 'certificate-header.spec.ts', title: 'returns for %s %s the result %s' },
  },
  {
    control: 'a certificate header of Envoy that several proxies have written is not read',
    rule: 'RFC 9440 section 4',
    test: { file: 'certificate-header.spec.ts', title: 'returns for %s %s the result %s' },
  },
  {
    control: 'a certificate counts as unverified if the proxy says so',
    rule: 'RFC 8705 section 2.1',
    replacement: 'true',
    test: { file: 'client-certificate.service.spec.ts', title: "takes the proxy's verification result from %s: %s" },
  },
  {
    control: 'a client that is known by a name in its certificate needs a verified certificate',
    rule: 'RFC 8705 section 2.1',
    replacement: 'false',
    test: { file: 'tls-client-auth.int-spec.ts', title: 'rejects a client with %s: %s' },
  },
  {
    control: 'a client that is known by a name in its certificate needs a current certificate',
    rule: 'RFC 5280 section 6.1.3',
    replacement: 'false',
    test: { file: 'tls-client-auth.int-spec.ts', title: 'rejects a client with %s: %s' },
  },
  {
    control: 'a certificate has the name that is registered for the client',
    rule: 'RFC 8705 section 2.1.2',
    replacement: 'false',
    test: { file: 'tls-client-auth.int-spec.ts', title: 'rejects a client with %s: %s' },
  },
  {
    control: 'a self-signed certificate has a key that is registered for the client',
    rule: 'RFC 8705 section 2.2',
    replacement: 'true',
    test: { file: 'tls-client-auth.int-spec.ts', title: 'rejects a client with %s: %s' },
  },
  {
    control: 'the tokens of a deleted client stay dead if its id returns',
    rule: 'RFC 7009 section 2.2',
    replacement: 'true',
    test: { file: 'client-token-id.spec.ts', title: 'matches the client with whose mark the token was issued, whatever the clocks show' },
  },
];
