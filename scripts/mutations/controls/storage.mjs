/** Controls in SQL statements: single use, revocation, counters, and the end of sessions. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const STORAGE = [
  {
    control: 'a JWT for single use is accepted once on all replicas',
    rule: 'RFC 9449 section 11.1',
    text: /=> .+(?=\);)/,
    replacement: '=> true',
    test: {
      file: 'used-jti.repository.int-spec.ts',
      title: 'are first only once for concurrent statements of several replicas, whatever their order',
    },
  },
  {
    control: 'clients that fail to authenticate cannot flood the log of a domain',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    text: /WHERE points - failures \+ position <= \S+ /,
    test: {
      file: 'failure-log.int-spec.ts',
      title: 'have a limited number of entries per minute and domain, and a count of the omitted ones',
    },
  },
  {
    control: 'records of oidc-provider are found in their own domain only',
    rule: 'isolation of domains',
    text: 'domain_id = $1',
    replacement: '$1::uuid IS NOT NULL',
    test: {
      file: 'oidc-payload.repository.int-spec.ts',
      title: 'are identified by domain, model and id, so that no other is found, replaced, consumed or deleted',
    },
  },
  {
    control: 'an authorization code is consumed once',
    rule: 'RFC 6749 section 4.1.2',
    text: 'consumed_at IS NULL',
    replacement: 'TRUE',
    test: { file: 'oidc-payload.repository.int-spec.ts', title: 'are consumed by exactly one of fifty concurrent calls' },
  },
  {
    control: 'records of oidc-provider expire',
    rule: 'RFC 6749 section 4.1.2',
    text: '(expires_at IS NULL OR expires_at > now())',
    replacement: 'true',
    test: { file: 'oidc-payload.repository.int-spec.ts', title: 'are not found after their expiry, by any key' },
  },
  {
    control: 'a sign-in that was under way comes to nothing when all sessions are ended',
    rule: 'OWASP ASVS 5.0 section 7.4',
    text: 'sign_in_epoch = $13::integer',
    replacement: '$13::integer IS NOT NULL',
    test: { file: 'end-session-races.int-spec.ts', title: 'yields no session and no grant, however late it completes' },
  },
  {
    control: 'a revoked API key is refused',
    rule: 'OWASP ASVS 5.0 section 7.4',
    text: 'revoked_at IS NULL AND ',
    test: { file: 'api-key.repository.int-spec.ts', title: 'are not found once revoked, while the others are' },
  },
  {
    control: 'an expired API key is refused',
    rule: 'OWASP ASVS 5.0 section 6.4',
    text: ' AND (expires_at IS NULL OR expires_at > now())',
    test: { file: 'api-key.repository.int-spec.ts', title: 'are not found after they have expired' },
  },
  {
    control: 'a code of an authenticator app is accepted once',
    rule: 'RFC 6238 section 5.2',
    text: ' AND last_step < $4',
    test: { file: 'totp.service.int-spec.ts', title: 'accepts a code once, for the current and adjacent time steps, in order' },
  },
  {
    control: 'wrong codes of an authenticator app lock the method',
    rule: 'OWASP ASVS 5.0 section 6.6.3',
    text: / AND \(\S+ IS NULL OR \S+ <= now\(\)\)/,
    test: { file: 'totp.service.int-spec.ts', title: 'lock the authenticator app for 15 minutes, even for correct codes' },
  },
  {
    control: 'a device code is decided once',
    rule: 'RFC 8628 section 3.3',
    text: `AND payload->>'accountId' IS NULL AND payload->>'error' IS NULL`,
    replacement: '',
    test: { file: 'device-code.repository.int-spec.ts', title: 'is made by exactly one of fifty concurrent calls' },
  },
  {
    control: 'a device that polls too fast is slowed down',
    rule: 'RFC 8628 section 3.5',
    text: 'extract(epoch FROM now()) - $3::float8',
    replacement: 'extract(epoch FROM now()) + $3::float8',
    test: { file: 'device-code.repository.int-spec.ts', title: 'counts once within the interval, of fifty concurrent ones' },
  },
  {
    control: 'user codes are stored as keyed hashes',
    rule: 'OWASP ASVS 5.0 section 11.4',
    replacement: 'userCode',
    test: { file: 'device-flow.int-spec.ts', title: 'stores no code that a reader of the database could use' },
  },
  {
    control: 'the device flow is for clients that an operator allowed it, none of profile FAPI2',
    rule: 'RFC 8628 section 3.1',
    text: 'client.furtherGrants?.deviceCode === true && !isFapi',
    replacement: 'true',
    test: { file: 'device-refusals.int-spec.ts', title: 'gets unauthorized_client without the grant' },
  },
];
