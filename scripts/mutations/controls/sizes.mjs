/** Controls of what a caller may ask for, and of how much may be stored. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const SIZES = [
  {
    control: 'a misspelt parameter selects nothing',
    rule: 'OWASP ASVS 5.0 section 2.2.1',
    replacement: 'false',
    test: { file: 'queries.int-spec.ts', title: 'with unknown parameters is refused with their names, by every operation' },
  },
  {
    control: 'the attributes of a user are limited together',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    replacement: 'true',
    test: { file: 'user-patch.int-spec.ts', title: 'leaves at most 64 KiB of attributes, whatever the number of patches' },
  },
  {
    control: 'claims of an identity provider fit into the limit of a user',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    test: { file: 'fitting-attributes.spec.ts', title: 'are limited to 64 KiB with those that stay, whatever their order' },
  },
];
