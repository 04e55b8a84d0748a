/** Controls of resources, and of what clients and roles may do there. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const RESOURCES = [
  {
    control: 'a resource has no scope to which the server gives a meaning',
    rule: 'RFC 6749 section 3.3',
    replacement: 'false',
    test: { file: 'resource.int-spec.ts', title: 'report all errors of a body at once' },
  },
  {
    control: 'the issuer is no audience of a resource',
    rule: 'RFC 8707 section 2',
    replacement: 'true',
    test: { file: 'resource.int-spec.ts', title: 'reject the issuer of the domain as audience, in any spelling' },
  },
  {
    control: 'a scope that is removed from a resource is removed from clients and roles',
    rule: 'OWASP ASVS 5.0 section 8.3',
    test: {
      file: 'resource.repository.int-spec.ts',
      title: 'takes them from clients, roles and token exchange, and raises the revisions of the clients concerned',
    },
  },
  {
    control: 'a deleted resource is removed from token exchange',
    rule: 'OWASP ASVS 5.0 section 8.3',
    test: {
      file: 'resource.repository.int-spec.ts',
      title: 'takes it from clients, roles and token exchange, and raises the revisions of the clients concerned',
    },
  },
  {
    control: 'clients that no operator registers lose a deleted resource',
    rule: 'OWASP ASVS 5.0 section 8.3',
    test: {
      file: 'resource.repository.int-spec.ts',
      title: 'takes it from clients, roles and token exchange, and raises the revisions of the clients concerned',
    },
  },
  {
    control: 'registered clients reach no resource that does not exist',
    rule: 'OWASP ASVS 5.0 section 8.3',
    replacement: '[]',
    test: { file: 'client-registration.int-spec.ts', title: 'rejects all errors together, with pointers, and changes nothing' },
  },
  {
    control: 'registered clients of a document reach no resource that does not exist',
    rule: 'OWASP ASVS 5.0 section 8.3',
    replacement: '[]',
    test: { file: 'configuration-violations.int-spec.ts', title: 'reports resources for which clients would register in vain' },
  },
  {
    control: 'a client gets no scope that the resource does not have',
    rule: 'OWASP ASVS 5.0 section 8.3',
    replacement: '[]',
    test: { file: 'client-resource.int-spec.ts', title: 'name every scope that the resource does not have' },
  },
  {
    control: 'a role permits nothing that does not exist',
    rule: 'OWASP ASVS 5.0 section 8.3',
    replacement: '[]',
    test: { file: 'role.int-spec.ts', title: 'name every missing resource and scope, those of other domains too' },
  },
  {
    control: 'a client exchanges tokens for nothing that does not exist',
    rule: 'RFC 8693 section 2.1',
    replacement: '[]',
    test: { file: 'client-grants.int-spec.ts', title: 'name every missing resource and scope, those of other domains too' },
  },
  {
    control: 'a public client gets no tokens of its own and exchanges none',
    rule: 'RFC 6749 section 4.4',
    replacement: 'true',
    test: { file: 'client-grants.int-spec.ts', title: 'of a public client are neither clientCredentials nor tokenExchange' },
  },
  {
    control: 'a client has no claim that the server sets',
    rule: 'RFC 9068 section 2.2',
    test: { file: 'claims-rules.spec.ts', title: 'cannot be %s, which the server sets' },
  },
  {
    control: 'the claims of a client are limited together',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    test: { file: 'claims-rules.spec.ts', title: 'have at most 8192 bytes of JSON in UTF-8' },
  },
  {
    control: 'a client gets only its scopes at a resource',
    rule: 'RFC 6749 section 3.3',
    replacement: 'true',
    test: { file: 'resources.int-spec.ts', title: 'refuse %j: %s' },
  },
  {
    control: "a user's roles limit the scopes of the user's tokens",
    rule: 'OWASP ASVS 5.0 section 8.3',
    replacement: 'scopes',
    test: { file: 'resources.int-spec.ts', title: 'limits the token to the roles of the user, at this moment' },
  },
  {
    control: 'a token for a resource ends with it, and with what its client was granted there',
    rule: 'OWASP ASVS 5.0 section 8.3',
    replacement: 'api',
    test: {
      file: 'resources.int-spec.ts',
      title: 'end with the grant at the resource, even if the scope of the client has the same names',
    },
  },
  {
    control: 'a refused resource costs no refresh token',
    rule: 'RFC 8707 section 2',
    test: { file: 'resources.int-spec.ts', title: 'keeps a refresh token whose request names a resource that it is not for' },
  },
];

/** Controls of token exchange. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const TOKEN_EXCHANGE = [
  {
    control: 'a public client exchanges no tokens',
    rule: 'RFC 8693 section 5',
    replacement: 'true',
    test: { file: 'token-exchange.int-spec.ts', title: 'refuses a public client' },
  },
  {
    control: 'a client exchanges only tokens that were issued to it or are for it',
    rule: 'RFC 8693 section 5',
    test: { file: 'token-exchange.int-spec.ts', title: 'refuses %s' },
  },
  {
    control: 'a client exchanges tokens only for the resources that it was granted for that',
    rule: 'RFC 8693 section 2.1',
    test: { file: 'token-exchange.int-spec.ts', title: 'refuses %s' },
  },
  {
    control: 'an exchange at the same resource never widens the scope',
    rule: 'RFC 8693 section 5',
    replacement: '() => true',
    test: { file: 'token-exchange.int-spec.ts', title: 'never widens the scope at the same resource' },
  },
  {
    control: 'an exchanged token does not outlive its subject token',
    rule: 'RFC 8693 section 5',
    replacement: 'client.accessTokenExpiry(api)',
    test: { file: 'exchange-rules.spec.ts', title: 'gain no scope, audience, lifetime, subject or actor' },
  },
  {
    control: 'an exchanged token ends with what its client was granted',
    rule: 'OWASP ASVS 5.0 section 8.3',
    replacement: 'true',
    test: { file: 'token-exchange.int-spec.ts', title: 'ends when %s' },
  },
  {
    control: 'a token ends with each token that it was got for',
    rule: 'RFC 8693 section 5',
    replacement: 'true',
    test: { file: 'token-exchange.int-spec.ts', title: 'ends when %s' },
  },
  {
    control: 'a removed key ends what was got for tokens that it signed',
    rule: 'RFC 8693 section 5',
    test: { file: 'token-exchange.int-spec.ts', title: 'ends when %s' },
  },
];
