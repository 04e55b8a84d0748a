/** Controls in SQL statements: single use, revocation, counters, and the end of sessions. */

const PAYLOADS = 'libs/persistence/src/oidc-payload/oidc-payload.repository.ts';
const PAYLOADS_SPEC = 'libs/persistence/src/oidc-payload/oidc-payload.repository.int-spec.ts';
const JTIS = 'libs/persistence/src/used-jti/used-jti.repository.ts';
const JTIS_SPEC = 'libs/persistence/src/used-jti/used-jti.repository.int-spec.ts';
const CLIENT_LOG = 'libs/persistence/src/log/client-failure-log.repository.ts';
const CLIENT_LOG_SPEC = 'libs/persistence/src/failure-log.int-spec.ts';
const API_KEYS = 'libs/persistence/src/subscription/api-key.repository.ts';
const API_KEYS_SPEC = 'libs/persistence/src/subscription/api-key.repository.int-spec.ts';
const TOTP = 'libs/persistence/src/totp/totp.repository.ts';
const TOTP_SPEC = 'apps/auth/src/totp/totp.service.int-spec.ts';

/** @type {import('../mutation.mjs').Mutation[]} */
export const STORAGE = [
  {
    control: 'a JWT for single use is accepted once on all replicas',
    rule: 'RFC 9449 section 11.1',
    file: JTIS,
    text: 'uses.map((use) => recorded.delete(toKey(use)))',
    replacement: 'uses.map(() => true)',
    test: { file: JTIS_SPEC, title: 'is the first once under concurrent statements of several replicas, whatever their order' },
  },
  {
    control: 'clients that fail to authenticate cannot flood the log of a domain',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    file: CLIENT_LOG,
    text: 'WHERE points - failures + position <= ${MAX_FAILURES_PER_MINUTE} ORDER BY',
    replacement: 'ORDER BY',
    test: {
      file: CLIENT_LOG_SPEC,
      title: 'have a limited number of entries in a minute for each domain, and one with the number of omitted ones',
    },
  },
  {
    control: 'records of oidc-provider are found in their own domain only',
    rule: 'isolation of domains',
    file: PAYLOADS,
    text: 'WHERE domain_id = $1 AND model = $2 AND ${column} = $3',
    replacement: 'WHERE $1::uuid IS NOT NULL AND model = $2 AND ${column} = $3',
    test: { file: PAYLOADS_SPEC, title: 'is identified by domain, model and id: no other is found, replaced, consumed or deleted' },
  },
  {
    control: 'an authorization code is consumed once',
    rule: 'RFC 6749 section 4.1.2',
    file: PAYLOADS,
    text: 'AND (consumed_at IS NULL OR (',
    replacement: 'AND (TRUE OR (',
    test: { file: PAYLOADS_SPEC, title: 'is consumed by exactly one of fifty concurrent calls' },
  },
  {
    control: 'records of oidc-provider expire',
    rule: 'RFC 6749 section 4.1.2',
    file: PAYLOADS,
    text: "'(expires_at IS NULL OR expires_at > now())'",
    replacement: "'true'",
    test: { file: PAYLOADS_SPEC, title: 'is not found after its expiry, by any key' },
  },
  {
    control: 'a sign-in that was under way comes to nothing when all sessions are ended',
    rule: 'OWASP ASVS 5.0 section 7.4',
    file: PAYLOADS,
    text: ' AND sign_in_epoch = $13::integer',
    replacement: ' AND $13::integer IS NOT NULL',
    test: {
      file: 'libs/persistence/src/oidc-payload/end-session-races.int-spec.ts',
      title: 'leads to no session and no grant, however late',
    },
  },
  {
    control: 'a revoked API key is refused',
    rule: 'OWASP ASVS 5.0 section 7.4',
    file: API_KEYS,
    text: 'AND revoked_at IS NULL AND (expires_at',
    replacement: 'AND (expires_at',
    test: { file: API_KEYS_SPEC, title: 'is not found once it is revoked, while the others are' },
  },
  {
    control: 'an expired API key is refused',
    rule: 'OWASP ASVS 5.0 section 6.4',
    file: API_KEYS,
    text: ' AND (expires_at IS NULL OR expires_at > now())',
    replacement: '',
    test: { file: API_KEYS_SPEC, title: 'is not found after it has expired' },
  },
  {
    control: 'a code of an authenticator app is accepted once',
    rule: 'RFC 6238 section 5.2',
    file: TOTP,
    text: ' AND secret = $3 AND last_step < $4`',
    replacement: ' AND secret = $3`',
    test: { file: TOTP_SPEC, title: 'is accepted once, for the current and adjacent time steps, in order' },
  },
  {
    control: 'wrong codes of an authenticator app lock the method',
    rule: 'OWASP ASVS 5.0 section 6.6.3',
    file: TOTP,
    text: ' AND (${lockedUntil} IS NULL OR ${lockedUntil} <= now())',
    replacement: '',
    test: { file: TOTP_SPEC, title: 'lock the method for 15 minutes, even for correct codes' },
  },
];
