/** Controls that reveal a changed log. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const LOG = [
  {
    control: 'a changed entry of a log is noticed',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    test: { file: 'chain-verifier.spec.ts', title: 'reports a log if %s' },
  },
  {
    control: 'a log whose entries were chained again is noticed',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    replacement: 'true',
    test: { file: 'chain-verifier.spec.ts', title: 'reports a log if %s' },
  },
  {
    control: 'a record of removed entries covers no entry that is there',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    test: { file: 'chain-verifier.spec.ts', title: 'reports a record that %s' },
  },
  {
    control: 'a record of removed entries continues the chain',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    test: { file: 'chain-verifier.spec.ts', title: 'reports a record that %s' },
  },
  {
    control: 'a record of removed entries is signed by the installation as one',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    replacement: 'true',
    test: { file: 'verify-export.spec.ts', title: 'rejects a removal record that is forged, of another kind, or of another domain' },
  },
  {
    control: 'the deletion of a domain removes no entry of another one in another partition',
    rule: 'isolation of domains',
    text: 'domain_id = $1 AND ',
    test: {
      file: 'domain-purge.int-spec.ts',
      title: 'keeps entries of other domains with the same position in another partition of the log',
    },
  },
  {
    control: 'personal data of entries are erased once their month ended long enough ago',
    rule: 'GDPR article 5(1)(e)',
    text: /AND month = \(SELECT .+ FROM clock\)/,
    test: { file: 'personal-data.int-spec.ts', title: 'are encrypted with another key in another month' },
  },
  {
    control: 'the log of one domain does not pass for that of another one',
    rule: 'isolation of domains',
    text: /\$\{(\w+)\}/,
    replacement: '${$1.length}',
    test: { file: 'chain-verifier.spec.ts', title: 'reports a log if %s' },
  },
  {
    control: 'checkpoints are verified by keys of the installation only',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    text: /flatMap\(.+\)(?=;)/,
    replacement: 'map(({ publicJwk }) => publicJwk)',
    test: { file: 'audit-log-verification.int-spec.ts', title: 'does not trust a key that was only written to the database' },
  },
  {
    control: 'personal data in the log are stored encrypted by a key of their user',
    rule: 'GDPR article 17; OWASP ASVS 5.0 section 14.2.4',
    replacement: 'false',
    test: {
      file: 'personal-data.int-spec.ts',
      title: 'are stored encrypted with one key of their user, which the first entry creates, even if many are written together',
    },
  },
  {
    control: 'no entry creates a key for a user who is being deleted',
    rule: 'GDPR article 17',
    text: ' FOR KEY SHARE',
    test: { file: 'personal-data.int-spec.ts', title: 'are not stored for a user who is deleted meanwhile, and create no key' },
  },
  {
    control: 'the hash that stays of erased data is no means to guess them',
    rule: 'GDPR article 17',
    text: 'randomBytes',
    replacement: 'Buffer.alloc',
    test: { file: 'personal-data.spec.ts', title: 'cannot be guessed from their commitment, which differs each time for the same data' },
  },
  {
    control: 'personal data cannot be moved to another entry of the log',
    rule: 'OWASP ASVS 5.0 section 16.4.2',
    text: /\$\{(\w+)\}`/,
    replacement: '${$1.length}`',
    test: { file: 'personal-data.spec.ts', title: 'are unreadable, and do not verify, if they or their key were altered or moved' },
  },
  {
    control: 'a receipt has every row that the deletion has counted',
    rule: 'docs/audit.md, Receipts of deletions',
    text: 'removed_rows = $4::jsonb',
    replacement: '$4::jsonb IS NOT NULL',
    test: { file: 'domain-purge.int-spec.ts', title: 'is signed again if rows are counted while the receipt is signed' },
  },
  {
    control: 'a subscription sees its own deletions only',
    rule: 'isolation of subscriptions',
    text: /\{ \w+, (\w+) \}/,
    replacement: '{ $1 }',
    test: { file: 'deletion-races.int-spec.ts', title: 'does not link other subscriptions to its deletion' },
  },
  {
    control: "data of users does not control an operator's terminal",
    rule: 'OWASP ASVS 5.0 section 16.4.1',
    replacement: 'text',
    test: { file: 'table.spec.ts', title: 'shows control characters escaped, so that they do not control the terminal' },
  },
];
