/** Controls that make a changed log noticeable. */

const VERIFIER = 'apps/management/src/log/chain/chain-verifier.ts';
const VERIFIER_SPEC = 'apps/management/src/log/chain/chain-verifier.spec.ts';
const TAMPERED = 'is not valid if %s';
const DATABASE_SPEC = 'apps/management/src/log/chain/log-verification.int-spec.ts';

/** @type {import('../mutation.mjs').Mutation[]} */
export const LOG = [
  {
    control: 'a changed entry of a log is noticed',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    file: VERIFIER,
    text: "if (hashEntry(entry) !== hash) return 'changed';",
    replacement: '',
    test: { file: VERIFIER_SPEC, title: TAMPERED },
  },
  {
    control: 'a log whose entries were chained again is noticed',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    file: VERIFIER,
    text: 'expected.every((each) => each === hash)',
    replacement: 'expected.every(() => true)',
    test: { file: VERIFIER_SPEC, title: TAMPERED },
  },
  {
    control: 'the log of one domain does not pass for that of another one',
    rule: 'isolation of domains',
    file: 'apps/management/src/log/chain/entry-hash.ts',
    text: 'sha256(`latchkey log of ${domainId}`)',
    replacement: 'sha256(`latchkey log of ${domainId.length}`)',
    test: { file: VERIFIER_SPEC, title: TAMPERED },
  },
  {
    control: 'checkpoints are verified by keys of the installation only',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    file: 'apps/management/src/receipt-key/receipt-key.service.ts',
    text: 'return keys.flatMap((key) => this.derivePublicKey(key) ?? []);',
    replacement: 'return keys.map(({ publicJwk }) => publicJwk as PublicJwk);',
    test: { file: DATABASE_SPEC, title: 'does not trust a key that was only written to the database' },
  },
];
