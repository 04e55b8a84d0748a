/** Controls of Shared Signals. */

const API_SPEC = 'apps/auth/src/shared-signals/shared-signals.int-spec.ts';
const PUSH_SPEC = 'apps/management/src/shared-signals/push.int-spec.ts';

/** @type {import('../mutation.mjs').Mutation[]} */
export const SHARED_SIGNALS = [
  {
    control: 'security events are pushed to a public address',
    rule: 'OWASP ASVS 5.0 section 1.3.6',
    file: 'apps/auth/src/shared-signals/stream-delivery.ts',
    text: 'return findUrlViolation(endpoint as string);',
    replacement: 'return findUrlViolation ? null : null;',
    test: { file: 'apps/auth/src/shared-signals/stream-delivery.spec.ts', title: 'cannot be %j' },
  },
  {
    control: 'a header of pushes is one line of ASCII',
    rule: 'RFC 9110 section 5.5',
    file: 'apps/auth/src/shared-signals/stream-delivery.ts',
    text: ' && HEADER_VALUE.test(value)',
    replacement: '',
    test: { file: 'apps/auth/src/shared-signals/stream-delivery.spec.ts', title: 'cannot be %j' },
  },
  {
    control: 'the header of pushes goes to no other endpoint',
    rule: 'OWASP ASVS 5.0 section 13.3.1',
    file: 'apps/auth/src/shared-signals/stream.service.ts',
    text: 'stream.pushEndpoint === pushEndpoint ?',
    replacement: 'true ?',
    test: { file: API_SPEC, title: 'pushes with a header that is stored encrypted, never shown, and goes to no other endpoint' },
  },
  {
    control: 'an event stays until its receiver has accepted it',
    rule: 'RFC 8935 section 2.2',
    file: 'apps/management/src/shared-signals/push-sender.service.ts',
    text: '(status) => status === ACCEPTED',
    replacement: '() => true',
    test: {
      file: PUSH_SPEC,
      title: 'sends an event again until it is accepted, with the same jti; the next event waits, other streams do not',
    },
  },
  {
    control: 'a receiver gets only claims that its client may get',
    rule: 'GDPR article 5; CAEP 1.0 section 3.2',
    file: 'apps/management/src/shared-signals/receiver-claims.service.ts',
    text: 'listScopeClaims(lists.get(domainId)!, scope)',
    replacement: 'listScopeClaims(lists.get(domainId)!, `profile email ${scope}`)',
    test: { file: PUSH_SPEC, title: 'causes each of the eight events, which a receiver verifies' },
  },
  {
    control: 'values of changed attributes are stored encrypted until a receiver gets them',
    rule: 'GDPR article 17; OWASP ASVS 5.0 section 14.2.4',
    file: 'libs/persistence/src/shared-signals/ssf-change.repository.ts',
    text: 'SELECT outbox.domain_id, outbox.entry_id, changed.sub, changes_commitment, encrypted_changes, key_month',
    replacement: "SELECT outbox.domain_id, outbox.entry_id, changed.sub, changes_commitment, ''::bytea, key_month",
    test: {
      file: 'libs/persistence/src/shared-signals/ssf-event.repository.int-spec.ts',
      title: 'share the values of attributes, which are stored encrypted once, and go with the key of their user',
    },
  },
];
