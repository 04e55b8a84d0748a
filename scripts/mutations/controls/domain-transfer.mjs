/** Controls of domains that move between installations. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const DOMAIN_TRANSFER = [
  {
    control: 'a secret of an exported domain is of no use in another place',
    rule: 'RFC 7516 section 4',
    text: "protectedHeader['place'] === place",
    replacement: 'true',
    test: { file: 'transfer-cipher.spec.ts', title: 'opens in its own place only' },
  },
  {
    control: 'an imported row has exactly the columns that the schema names',
    rule: 'OWASP ASVS 5.0 section 2.2.1',
    text: '!names.includes(name)',
    replacement: 'name === String(names)',
    test: { file: 'hostile-file.int-spec.ts', title: 'is refused if it %s, and nothing of it stays' },
  },
  {
    control: 'an imported private key is that of its public key',
    rule: 'RFC 7517 section 4',
    text: 'isSame ?',
    replacement: 'isSame || true ?',
    test: { file: 'find-secret-fault.spec.ts', title: 'must be that of the public key beside it' },
  },
  {
    control: 'an imported configuration follows the rules of the API',
    rule: 'OWASP ASVS 5.0 section 2.2.1',
    replacement: 'false',
    test: {
      file: 'hostile-configuration.int-spec.ts',
      title: 'a file is refused, and nothing is imported, if %s breaks the rules of the API',
    },
  },
  {
    control: 'an imported hash of a secret is a SHA-256',
    rule: 'OWASP ASVS 5.0 section 2.2.1',
    text: 'HASH.test(String(row[column])) ?',
    replacement: 'HASH ?',
    test: {
      file: 'hostile-configuration.int-spec.ts',
      title: 'a file is refused, and nothing is imported, if %s breaks the rules of the API',
    },
  },
  {
    control: 'nothing is written to a frozen domain after its export has begun',
    rule: 'docs/moving.md',
    test: {
      file: 'frozen-domain.int-spec.ts',
      title: 'is closed after the writes in progress, which are stored',
    },
  },
  {
    control: 'a file that was changed on its way is not imported',
    rule: 'OWASP ASVS 5.0 section 11.4',
    text: 'digest?.toString() !== file.readDigest()',
    replacement: 'digest === undefined',
    test: { file: 'hostile-file.int-spec.ts', title: 'is refused if it %s, and nothing of it stays' },
  },
  {
    control: 'only who may do everything moves a whole domain',
    rule: 'OWASP ASVS 5.0 section 8.2.1',
    text: 'permissions.includes(ALL)',
    replacement: 'permissions.length > 0',
    test: { file: 'hostile-file.int-spec.ts', title: 'needs the permission for everything, as an export does' },
  },
  {
    control: 'a caller that is limited to domains imports no other',
    rule: 'isolation of domains',
    text: 'mayUseDomain(caller, name)',
    replacement: 'mayUseDomain({ ...caller, domains: null }, name)',
    test: { file: 'hostile-file.int-spec.ts', title: 'needs the permission for everything, as an export does' },
  },
  {
    control: 'a domain that is frozen takes no changes',
    rule: 'docs/moving.md',
    test: { file: 'domain-transfer.int-spec.ts', title: 'takes no changes until it is thawed, and can be read and exported' },
  },
];
