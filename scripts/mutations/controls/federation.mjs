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
    control: 'claims of an identity provider set no reserved attributes',
    rule: 'OWASP ASVS 5.0 section 6.8',
    text: /\.filter\(.+\)(?=;)/,
    test: { file: 'claim-mapper.spec.ts', title: 'never maps %s' },
  },
];
