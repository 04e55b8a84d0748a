/**
 * Controls of sign-ins at identity providers.
 * @type {import('../mutation.mjs').Mutation[]}
 */

/** @type {import('../mutation.mjs').Mutation[]} */
export const FEDERATION = [
  {
    control: 'an identity provider is trusted before it verifies addresses',
    rule: 'OWASP ASVS 5.0 section 6.8',
    test: { file: 'claim-mapper.spec.ts', title: 'accepts verified flags only from a trusted identity provider' },
  },
  {
    control: 'a verified flag of an identity provider counts for the address of its own document',
    rule: 'OpenID Connect Core section 5.1',
    test: { file: 'claim-mapper.spec.ts', title: 'keeps the flag with its address through a mapping that renames claims or attributes' },
  },
  {
    control: 'an ID token of an identity provider has the nonce of the request',
    rule: 'OpenID Connect Core section 3.1.3.7',
    replacement: 'false',
    test: { file: 'id-token.spec.ts', title: 'validates %j: %s' },
  },
  {
    control: 'users have the claims that an identity provider requires',
    rule: 'OWASP ASVS 5.0 section 6.8',
    replacement: 'false',
    test: { file: 'required-claims.spec.ts', title: 'validates %j: %s' },
  },
  {
    control: 'an ID token of a tenant has the issuer of that tenant',
    rule: 'OpenID Connect Core section 3.1.3.7',
    text: 'isUuid(tid)',
    replacement: 'true',
    test: { file: 'tenant-issuer.spec.ts', title: 'have no token of the tenant %j' },
  },
  {
    control: 'a mail address of an OAuth 2.0 provider is the verified primary one',
    rule: 'OWASP ASVS 5.0 section 6.8',
    text: ' && primary === true && verified === true',
    test: { file: 'oauth2.int-spec.ts', title: 'signs a user in without an address: %s' },
  },
  {
    control: 'a provider that cannot say when a user signed in is not asked for a new sign-in',
    rule: 'OpenID Connect Core section 3.1.2.1',
    replacement: 'false',
    test: { file: 'oauth2.int-spec.ts', title: 'is not asked for a new sign-in, of which it could not say when it was: %j' },
  },
  {
    control: 'a stored secret is sent to the token endpoint that it was stored for',
    rule: 'OWASP ASVS 5.0 section 6.8',
    replacement: 'false',
    test: { file: 'identity-provider-kinds.int-spec.ts', title: 'send their stored secret to no other token endpoint' },
  },
  {
    control: 'a mail domain belongs to one identity provider of a domain',
    rule: 'OWASP ASVS 5.0 section 6.8',
    replacement: 'false',
    test: { file: 'mail-domains.int-spec.ts', title: 'belong to one provider of a domain' },
  },
  {
    control: 'an address whose provider is enforced has no other way to sign in',
    rule: 'OWASP ASVS 5.0 section 6.8',
    replacement: 'true',
    test: { file: 'home-identity-provider.int-spec.ts', title: 'has no other way if the provider is enforced: %s' },
  },
  {
    control: 'claims of an identity provider set no reserved attributes',
    rule: 'OWASP ASVS 5.0 section 6.8',
    text: /\.filter\(.+\)(?=;)/,
    test: { file: 'claim-mapper.spec.ts', title: 'never maps %s' },
  },
];
