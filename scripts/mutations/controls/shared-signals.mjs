/** Controls of Shared Signals. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const SHARED_SIGNALS = [
  {
    control: 'security events are pushed to a public address',
    rule: 'OWASP ASVS 5.0 section 1.3.6',
    replacement: 'null',
    test: { file: 'stream-delivery.spec.ts', title: 'rejects %j' },
  },
  {
    control: 'a header of pushes is one line of ASCII',
    rule: 'RFC 9110 section 5.5',
    test: { file: 'stream-delivery.spec.ts', title: 'rejects %j' },
  },
  {
    control: 'the header of pushes goes to no other endpoint',
    rule: 'OWASP ASVS 5.0 section 13.3.1',
    replacement: 'true',
    test: {
      file: 'shared-signals.int-spec.ts',
      title: 'pushes with a header that is stored encrypted, never shown, and sent only to its endpoint',
    },
  },
  {
    control: 'an event stays until its receiver has accepted it',
    rule: 'RFC 8935 section 2.2',
    replacement: '() => true',
    test: {
      file: 'push.int-spec.ts',
      title: 'repeat an event until it is accepted, with the same jti; the next event waits, other streams do not',
    },
  },
  {
    control: 'an answer that is kept lacks the header of pushes',
    rule: 'OWASP ASVS 5.0 section 16.2.5',
    test: { file: 'receiver-answer.spec.ts', title: 'lacks the header %j' },
  },
  {
    control: 'what was sent about a user is deleted with the user',
    rule: 'GDPR article 17',
    test: { file: 'ssf-delivery.repository.int-spec.ts', title: 'is deleted with the user, what waits stays' },
  },
  {
    control: 'a receiver gets only claims that its client may get',
    rule: 'GDPR article 5; CAEP 1.0 section 3.2',
    text: /!, (\w+)\)/,
    replacement: '!, `profile email ${$1}`)',
    test: { file: 'push.int-spec.ts', title: 'sends each of the eight events, which a receiver verifies' },
  },
  {
    control: 'values of changed attributes are stored encrypted until a receiver gets them',
    rule: 'GDPR article 17; OWASP ASVS 5.0 section 14.2.4',
    text: 'encrypted_changes',
    replacement: "''::bytea",
    test: {
      file: 'ssf-event.repository.int-spec.ts',
      title: "share attribute values, which are stored encrypted once, and deleted with the user's key",
    },
  },
];
