/** Controls of what a caller may request, and of how much may be stored. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const SIZES = [
  {
    control: 'only a caller that may apply a configuration may send a large body',
    rule: 'OWASP ASVS 5.0 section 8.2.1',
    replacement: 'false',
    test: { file: 'large-configuration.int-spec.ts', title: 'is read only for callers who may apply it' },
  },
  {
    control: 'a subscription has one large body in memory at a time',
    rule: 'OWASP ASVS 5.0 section 15.2.2',
    replacement: 'new KeyedSemaphore(9)',
    test: { file: 'large-configuration.int-spec.ts', title: 'is read once the one before is answered, while small ones are not held up' },
  },
  {
    control: 'a configuration has a limited number of entries',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    replacement: 'false',
    test: { file: 'large-configuration.int-spec.ts', title: 'must not have too many entries as %s' },
  },
  {
    control: 'a body with more errors than are shown is not read to its end',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    replacement: 'false',
    test: { file: 'violation-collector.spec.ts', title: 'reads no further member once it has as many errors as a response shows' },
  },
  {
    control: 'an object of a body has a limited number of members',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    replacement: 'false',
    test: { file: 'duplicate-keys.spec.ts', title: 'finds an object with too many members' },
  },
  {
    control: 'a mapping of a YAML body has a limited number of members',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    replacement: 'false',
    test: { file: 'large-configuration.int-spec.ts', title: 'must not have an object with too many members as %s' },
  },
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
