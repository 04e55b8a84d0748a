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
    text: '(this.anchors.get(sequence) ?? []).every((each) => each === hash)',
    replacement: '(this.anchors.get(sequence) ?? []).every(() => true)',
    test: { file: VERIFIER_SPEC, title: TAMPERED },
  },
  {
    control: 'a record of removed entries covers no entry that is there',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    file: VERIFIER,
    text: "if (lastSequence >= next) return { sequence: next, problem: 'removal-differs' };",
    replacement: '',
    test: { file: VERIFIER_SPEC, title: 'is not valid if a record %s' },
  },
  {
    control: 'a record of removed entries continues the chain',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    file: VERIFIER,
    text: "if (this.hash !== null && previousHash !== this.hash) return { sequence: firstSequence, problem: 'not-linked' };",
    replacement: '',
    test: { file: VERIFIER_SPEC, title: 'is not valid if a record %s' },
  },
  {
    control: 'a record of removed entries is signed by the installation as one',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    file: 'apps/management/src/log/chain/removal-record.ts',
    text: "header?.['typ'] === REMOVAL_TYPE",
    replacement: 'claims',
    test: {
      file: 'apps/management/src/log/chain/verify-export.spec.ts',
      title: 'is not valid with a record that is forged, of another kind, or of another domain',
    },
  },
  {
    control: 'the deletion of a domain removes no entry of another one in another partition',
    rule: 'isolation of domains',
    file: 'libs/persistence/src/domain/domain-purge.ts',
    text: 'WHERE domain_id = $1 AND ctid = ANY',
    replacement: 'WHERE ctid = ANY',
    test: {
      file: 'libs/persistence/src/domain/domain-purge.int-spec.ts',
      title: 'leaves entries of other domains that have the same place in another partition of the log',
    },
  },
  {
    control: 'personal data of entries are erased once their month ended long enough ago',
    rule: 'GDPR article 5(1)(e)',
    file: 'libs/persistence/src/log/log-key.repository.ts',
    text: "AND month = (SELECT ${buildKeyMonth('at')} FROM clock)",
    replacement: '',
    test: { file: 'libs/persistence/src/log/personal-data.int-spec.ts', title: 'are encrypted with another key in another month' },
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
  {
    control: 'personal data in the log are stored encrypted by a key of their user',
    rule: 'GDPR article 17; OWASP ASVS 5.0 section 14.2.4',
    file: 'libs/persistence/src/log/log.repository.ts',
    text: 'const isPersonal = EVENTS[type].personal &&',
    replacement: 'const isPersonal = false &&',
    test: {
      file: 'libs/persistence/src/log/personal-data.int-spec.ts',
      title: 'are stored encrypted with one key of their user, which the first entry creates, also when many are written at once',
    },
  },
  {
    control: 'no entry creates a key for a user who is being deleted',
    rule: 'GDPR article 17',
    file: 'libs/persistence/src/log/log-key.repository.ts',
    text: 'AND NOT EXISTS (SELECT FROM present) FOR KEY SHARE',
    replacement: 'AND NOT EXISTS (SELECT FROM present)',
    test: {
      file: 'libs/persistence/src/log/personal-data.int-spec.ts',
      title: 'of a user who is deleted meanwhile are not stored, and create no key',
    },
  },
  {
    control: 'the hash that stays of erased data is no means to guess them',
    rule: 'GDPR article 17',
    file: 'libs/crypto/src/personal-data.ts',
    text: "salt: randomBytes(SALT_BYTES).toString('base64url')",
    replacement: "salt: Buffer.alloc(SALT_BYTES).toString('base64url')",
    test: {
      file: 'libs/crypto/src/personal-data.spec.ts',
      title: 'cannot be guessed from their commitment: the same data have another one each time',
    },
  },
  {
    control: 'personal data cannot be moved to another entry of the log',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    file: 'libs/crypto/src/personal-data.ts',
    text: 'return `log-data:${domainId}:${sub}:${erased}`;',
    replacement: 'return `log-data:${domainId}:${sub}:${erased.length}`;',
    test: {
      file: 'libs/crypto/src/personal-data.spec.ts',
      title: 'are unreadable, and so do not verify, if they or their key were altered or moved',
    },
  },
  {
    control: 'a receipt has every row that the deletion has counted',
    rule: 'docs/audit.md, Receipts of deletions',
    file: 'libs/persistence/src/domain/deletion-statements.ts',
    text: ' AND removed_rows = $4::jsonb RETURNING 1',
    replacement: ' AND $4::jsonb IS NOT NULL RETURNING 1',
    test: {
      file: 'libs/persistence/src/domain/domain-purge.int-spec.ts',
      title: 'has another receipt if rows are counted while it is signed',
    },
  },
  {
    control: 'a subscription sees its own deletions only',
    rule: 'isolation of subscriptions',
    file: 'libs/persistence/src/domain-deletion/domain-deletion.repository.ts',
    text: 'findOneBy({ subscriptionId, id })',
    replacement: 'findOneBy({ id: subscriptionId && id })',
    test: { file: 'apps/management/src/domain/deletion-races.int-spec.ts', title: 'leads no other subscription to its deletion' },
  },
];
