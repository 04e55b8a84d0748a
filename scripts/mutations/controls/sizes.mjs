/** Controls of what a caller may request, and of how much may be stored. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const SIZES = [
  {
    control: 'a subscription has no more than its quota',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    test: { file: 'require-quota.int-spec.ts', title: 'keeps what exceeds a lower quota, and refuses more' },
  },
  {
    control: 'a misspelt parameter selects nothing',
    rule: 'OWASP ASVS 5.0 section 2.2.1',
    replacement: 'false',
    test: { file: 'queries.int-spec.ts', title: 'rejects unknown parameters with their names, in every operation' },
  },
  {
    control: 'the attributes of a user are limited together',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    replacement: 'true',
    test: { file: 'user-patch.int-spec.ts', title: 'limits attributes to 64 KiB, whatever the number of patches' },
  },
  {
    control: 'claims of an identity provider fit into the limit of a user',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    test: { file: 'fitting-attributes.spec.ts', title: 'limits new and kept attributes together to 64 KiB, in any order' },
  },
];
