/** Controls of tokens. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const TOKENS = [
  {
    control: 'the issuer of an access token is the domain',
    rule: 'RFC 9068 section 4',
    test: { file: 'valid-token.spec.ts', title: 'is not accepted if it %s' },
  },
  {
    control: 'an ID token is no access token',
    rule: 'RFC 9068 section 4',
    test: { file: 'valid-token.spec.ts', title: 'is not accepted if it %s' },
  },
  {
    control: 'an access token expires',
    rule: 'RFC 9068 section 4',
    test: { file: 'valid-token.spec.ts', title: 'is not accepted if it %s' },
  },
  {
    control: 'a revoked access token is dead',
    rule: 'RFC 7009 section 2.2',
    test: { file: 'valid-token.spec.ts', title: 'rejects a token if it %s' },
  },
  {
    control: 'a revoked access token of a client is dead',
    rule: 'RFC 7009 section 2.2',
    test: { file: 'valid-token.spec.ts', title: 'is not accepted if it %s' },
  },
  {
    control: 'the access tokens of a deleted or inactive user are dead',
    rule: 'OWASP ASVS 5.0 section 7.4',
    test: { file: 'valid-token.spec.ts', title: 'rejects a token if it %s' },
  },
  {
    control: 'a client gets no more tokens than its quota',
    rule: 'the quota of a client',
    text: '$3::integer - ${LEASED}',
    replacement: '$4::integer',
    test: { file: 'token-budget.repository.int-spec.ts', title: 'is leased in blocks, then its rest, then nothing' },
  },
  {
    control: 'a lease ends with its window',
    rule: 'the quota of a client',
    replacement: 'true',
    test: { file: 'leased-tokens.spec.ts', title: 'end with their window' },
  },
  {
    control: 'an inactive client gets no token',
    rule: 'RFC 6749 section 5.2',
    test: { file: 'inactive-clients.int-spec.ts', title: 'is refused at %s with %j' },
  },
  {
    control: 'the access tokens of a deleted or inactive client are dead',
    rule: 'RFC 7009 section 2.2',
    test: { file: 'jwt-access-tokens.spec.ts', title: 'rejects a token of a deleted client' },
  },
  {
    control: 'a gateway accepts tokens for its API only',
    rule: 'RFC 9068 section 4',
    test: { file: 'forward-auth.int-spec.ts', title: 'rejects a token for another audience' },
  },
  {
    control: 'a gateway gets the scope that it demands',
    rule: 'RFC 6750 section 3.1',
    test: { file: 'forward-auth.int-spec.ts', title: 'rejects a token that lacks a part of the demanded scope' },
  },
  {
    control: 'the attributes of a user replace no protocol claims',
    rule: 'RFC 9068 section 2.2',
    text: /(\.\.\..+), (\.\.\..+)(?= \})/,
    replacement: '$2, $1',
    test: { file: 'provider.config.spec.ts', title: "include the user's claims without replacing protocol claims" },
  },
  {
    control: 'reserved claims are never issued from attributes',
    rule: 'RFC 9068 section 2.2',
    text: /\.filter\(.+\)(?=;)/,
    test: { file: 'claims.spec.ts', title: 'never selects the reserved name %s, even if it is stored and listed' },
  },
  {
    control: 'a new key does not sign before verifiers can have it',
    rule: 'OpenID Connect Core 1.0 section 10.1.1',
    text: /<= \w+/,
    replacement: '$& + 600_000',
    test: { file: 'select-signing-key.spec.ts', title: 'returns %s' },
  },
  {
    control: 'refresh tokens are rotated',
    rule: 'RFC 9700 section 4.14.2',
    replacement: '() => false',
    test: { file: 'provider.config.spec.ts', title: 'rotates refresh tokens of all clients except FAPI 2.0 clients' },
  },
  {
    control: 'rotation does not prolong a refresh token',
    rule: 'OWASP ASVS 5.0 section 10.4.8',
    replacement: 'null',
    test: { file: 'lifetimes.spec.ts', title: "keeps the rest of the replaced token's lifetime: rotation does not extend it" },
  },
  {
    control: 'a session ends a day after the sign-in',
    rule: 'OWASP ASVS 5.0 section 7.3',
    text: /(?<=Math\.max\(1, ).+(?=\);)/,
    replacement: '86_400',
    test: { file: 'lifetimes.spec.ts', title: 'lasts %s' },
  },
  {
    control: 'an authorization code lives for a minute',
    rule: 'OWASP ASVS 5.0 section 10.4.3',
    replacement: '3_600',
    test: { file: 'lifetimes.spec.ts', title: 'lasts a minute' },
  },
  {
    control: 'public clients need PKCE',
    rule: 'RFC 9700 section 2.1.1',
    text: /=> .+(?= \})/,
    replacement: '=> false',
    test: { file: 'provider.config.spec.ts', title: 'requires PKCE from public clients and FAPI 2.0 clients' },
  },
  {
    control: 'no implicit flow',
    rule: 'RFC 9700 section 2.1.2',
    replacement: "['code', 'id_token']",
    test: { file: 'provider.config.spec.ts', title: 'allows only the code flow' },
  },
  {
    control: 'an access token of a user counts whole, as it was issued, compared in constant time',
    rule: 'RFC 9068 section 4',
    replacement: 'true',
    test: { file: 'valid-token.spec.ts', title: 'rejects a token if it %s' },
  },
  {
    control: 'a removed key ends its access tokens',
    rule: 'RFC 9068 section 4',
    test: { file: 'valid-token.spec.ts', title: 'is not accepted if the domain has removed the key that has signed it' },
  },
  {
    control: 'a revoked grant ends its access tokens',
    rule: 'RFC 7009 section 2.1',
    replacement: 'token',
    test: { file: 'valid-token.spec.ts', title: 'rejects a token if it %s' },
  },
  {
    control: 'a client authenticates before it is told about a token',
    rule: 'RFC 7662 section 2.1',
    test: { file: 'issued-tokens.int-spec.ts', title: 'leaves a request with %s to oidc-provider' },
  },
  {
    control: 'a client introspects its own tokens and those for it',
    rule: 'RFC 7662 section 4',
    replacement: 'true',
    test: { file: 'provider.config.spec.ts', title: 'checks the permissions of %s' },
  },
  {
    control: 'a client revokes its own tokens only',
    rule: 'RFC 7009 section 2.1',
    text: /=> .+(?= \})/,
    replacement: '=> true',
    test: { file: 'provider.config.spec.ts', title: 'checks the permissions of %s' },
  },
  {
    control: 'CORS for the registered origins only',
    rule: 'RFC 9700 section 2.6',
    replacement: 'true',
    test: { file: 'cors.spec.ts', title: 'decides about the origin %s: %s' },
  },
  {
    control: 'the algorithm of a JWT is that of its key',
    rule: 'RFC 8725 section 3.1',
    test: { file: 'verify-jws.spec.ts', title: 'rejects %s' },
  },
  {
    control: 'unknown critical header parameters are refused',
    rule: 'RFC 7515 section 4.1.11',
    test: { file: 'verify-jws.spec.ts', title: 'rejects %s' },
  },
  {
    control: 'the signature of a JWT is verified',
    rule: 'RFC 7515 section 5.2',
    replacement: 'false',
    test: { file: 'verify-jws.spec.ts', title: 'rejects %s' },
  },
  {
    control: 'the issuer of a logout token is the identity provider',
    rule: 'OpenID Connect Back-Channel Logout section 2.6',
    test: { file: 'logout-token.spec.ts', title: 'rejects a token that %s' },
  },
  {
    control: 'the audience of a logout token is our client',
    rule: 'OpenID Connect Back-Channel Logout section 2.6',
    test: { file: 'logout-token.spec.ts', title: 'rejects a token that %s' },
  },
  {
    control: 'an expired logout token is refused',
    rule: 'OpenID Connect Back-Channel Logout section 2.6',
    test: { file: 'logout-token.spec.ts', title: 'rejects a token that %s' },
  },
  {
    control: 'an ID token is no logout token',
    rule: 'OpenID Connect Back-Channel Logout section 2.6',
    test: { file: 'logout-token.spec.ts', title: 'rejects a token that %s' },
  },
  {
    control: 'an access token is no logout token',
    rule: 'RFC 8725 section 3.11',
    replacement: 'false',
    test: { file: 'logout-token.spec.ts', title: 'rejects other types' },
  },
];
