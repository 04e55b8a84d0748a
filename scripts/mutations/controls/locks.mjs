/** Locks: of concurrent requests and workers, one waits for the other, or skips what the other has locked. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const LOCKS = [
  {
    control: 'changes of a subscription wait for each other',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: '.lock(',
    replacement: '.findById(',
    test: { file: 'subscription.int-spec.ts', title: 'waits for a registration that has begun, and is refused then' },
  },
  {
    control: 'creations within a quota wait for each other',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR NO KEY UPDATE',
    test: { file: 'require-quota.int-spec.ts', title: 'permits exactly one of eight concurrent creations if there is room for one' },
  },
  {
    control: 'recovery codes are replaced by one call at a time',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR NO KEY UPDATE',
    test: { file: 'recovery-code.repository.int-spec.ts', title: 'all come from one of ten concurrent calls' },
  },
  {
    control: 'a user has no more passkeys than the limit, however many are made at the same time',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR NO KEY UPDATE',
    test: { file: 'passkey.repository.int-spec.ts', title: 'are stored only while the user has room, even by ten concurrent calls' },
  },
  {
    control: 'clients are notified of a session that begins while its user is removed',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR UPDATE',
    test: { file: 'logout-notice.repository.int-spec.ts', title: 'are created when a user is removed at the moment of a sign-in' },
  },
  {
    control: 'clients are notified once of a session that two requests end',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR UPDATE',
    test: {
      file: 'logout-notice.repository.int-spec.ts',
      title: 'are created once when a session ends at the same moment as all sessions of the user',
    },
  },
  {
    control: 'users who take each other’s name do not wait for each other',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: 'pg_advisory_xact_lock(1937011571, key)',
    replacement: 'key',
    test: { file: 'user.repository.int-spec.ts', title: 'do not wait for users who wait for them' },
  },
  {
    control: 'requests at a full domain evict a row each',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR UPDATE SKIP LOCKED',
    test: { file: 'pending-payload.repository.int-spec.ts', title: 'evicts a record for each of ten concurrent requests' },
  },
  {
    control: 'a change of a client waits for the one before',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR UPDATE',
    test: { file: 'locks.int-spec.ts', title: 'locks a client for one change at a time' },
  },
  {
    control: 'one of many domains of a name is verified',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: /pg_advisory_xact_lock\((.+?), (hashtext\(\$1\))\)/,
    replacement: '$2 + $1',
    test: { file: 'domain-verification.repository.int-spec.ts', title: 'succeeds for one of many that verify the same name concurrently' },
  },
  {
    control: 'the outcome of a DNS attempt is looked at by one worker',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR UPDATE SKIP LOCKED',
    test: { file: 'dns-attempt.repository.int-spec.ts', title: 'are each given to only one of many concurrent callers' },
  },
  {
    control: 'entries for webhooks are distributed by one worker',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: /pg_try_advisory_xact_lock\((.+)\)/,
    replacement: '$1 > 0',
    test: { file: 'locks.int-spec.ts', title: 'lets one worker at a time distribute entries to webhooks' },
  },
  {
    control: 'a chain of the log is continued by one worker',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: / FOR UPDATE \$\{.+\}(?=`)/,
    test: { file: 'locks.int-spec.ts', title: "gives the head of a log's chain to one worker, while others skip it or wait" },
  },
  {
    control: 'the end of a delivery is stored by the worker that has the lease',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR NO KEY UPDATE',
    test: { file: 'locks.int-spec.ts', title: 'keeps a leased webhook locked while %s' },
  },
  {
    control: 'a stream that is left for too long is disabled once',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR NO KEY UPDATE SKIP LOCKED',
    test: { file: 'ssf-event.repository.int-spec.ts', title: 'are disabled by one of concurrent workers' },
  },
  {
    control: 'the removal of a provider’s users is leased without waiting for another one',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR UPDATE SKIP LOCKED',
    test: {
      file: 'removed-identity-provider-users.repository.int-spec.ts',
      title: 'does not block a worker from another removal while its lease is not committed',
    },
  },
  {
    control: 'a check that succeeds does not restore a domain that is being deleted',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: 'FOR NO KEY UPDATE OF domain',
    test: { file: 'domain-verification.repository.int-spec.ts', title: 'changes nothing: %s' },
  },
  {
    control: 'a check that finds an error does not restore a domain that is being deleted',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: 'FOR NO KEY UPDATE OF domain',
    test: { file: 'domain-verification.repository.int-spec.ts', title: 'changes nothing: %s' },
  },
  {
    control: 'deliveries are added while no worker ends the lease of the webhook',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR NO KEY UPDATE',
    test: { file: 'locks.int-spec.ts', title: 'keeps a leased webhook locked while %s' },
  },
  {
    control: 'events are added to a stream by one transaction at a time',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR NO KEY UPDATE OF stream',
    test: { file: 'ssf-event.repository.int-spec.ts', title: 'are added to a stream by one transaction at a time' },
  },
  {
    control: 'a checkpoint of a log is made by one worker',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR UPDATE OF chain SKIP LOCKED',
    test: { file: 'locks.int-spec.ts', title: 'lets one worker at a time create a checkpoint of a chain' },
  },
  {
    control: 'no chain of a log begins for a domain that is being deleted',
    rule: 'OWASP ASVS 5.0 section 15.4 (safe concurrency)',
    text: ' FOR SHARE OF domain',
    test: { file: 'locks.int-spec.ts', title: 'begins no chain for a domain that is meanwhile marked for deletion' },
  },
];
