/** Controls that isolate domains, clients and users. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const ISOLATION = [
  {
    control: 'a federation request belongs to one browser',
    rule: 'RFC 9700 section 4.7.1',
    text: 'browser_hash = $3',
    replacement: '$3::bytea IS NOT NULL',
    test: { file: 'federation-request.repository.int-spec.ts', title: 'are neither consumed nor found with another %s' },
  },
  {
    control: 'a federation request is consumed once',
    rule: 'RFC 9700 section 4.7.1',
    text: 'used_at IS NULL AND ',
    test: { file: 'federation-request.repository.int-spec.ts', title: 'are consumed once, and found afterwards' },
  },
  {
    control: 'a magic link is redeemed in its own domain only',
    rule: 'isolation of domains',
    text: 'domain_id = $1',
    replacement: '$1::uuid IS NOT NULL',
    test: {
      file: 'magic-link.repository.int-spec.ts',
      title: 'are neither found nor redeemed in another domain, even with the same hash',
    },
  },
  {
    control: 'a magic link was redeemed in its own domain only',
    rule: 'isolation of domains',
    text: 'domain_id = $1',
    replacement: '$1::uuid IS NOT NULL',
    test: { file: 'magic-link.repository.int-spec.ts', title: 'have no owner in another domain, and do not count as redeemed there' },
  },
  {
    control: 'a magic link has an owner in its own domain only',
    rule: 'isolation of domains',
    text: 'domain_id = $1',
    replacement: '$1::uuid IS NOT NULL',
    test: { file: 'magic-link.repository.int-spec.ts', title: 'have no owner in another domain, and do not count as redeemed there' },
  },
  {
    control: 'a magic link works once',
    rule: 'NIST SP 800-63B-4: one-time secrets',
    text: 'used_at IS NULL AND ',
    test: { file: 'magic-link.repository.int-spec.ts', title: 'to %s can be shown repeatedly, but redeemed only once' },
  },
  {
    control: 'a recovery code works once',
    rule: 'NIST SP 800-63B-4: one-time secrets',
    text: ' AND used_at IS NULL',
    test: { file: 'recovery-code.repository.int-spec.ts', title: 'are each consumed by only one of ten concurrent calls' },
  },
  {
    control: 'a magic link ends when its user is deactivated',
    rule: 'OWASP ASVS 5.0 section 7.4',
    text: 'coalesce(magic_link.sign_in_epoch, end_user.sign_in_epoch) = end_user.sign_in_epoch',
    replacement: 'true',
    test: {
      file: 'magic-link.repository.int-spec.ts',
      title: 'stay invalid after their user was inactive, but a new link works',
    },
  },
  {
    control: 'a passkey is looked up in its own domain only',
    rule: 'isolation of domains',
    text: 'domain_id = :domainId AND passkey.',
    test: { file: 'passkey.repository.int-spec.ts', title: 'are found by their credential id only in their own domain' },
  },
  {
    control: 'a passkey of an inactive user is not found',
    rule: 'OWASP ASVS 5.0 section 7.4',
    text: ' AND u.active',
    test: { file: 'passkey.repository.int-spec.ts', title: 'are not found for an inactive user' },
  },
  {
    control: 'the signature counter of a passkey must rise',
    rule: 'Web Authentication Level 3 section 7.2',
    text: 'sign_count < ',
    replacement: 'sign_count <= ',
    test: { file: 'passkey.repository.int-spec.ts', title: 'compare the counter 7 with the counter %d of an assertion: %s' },
  },
  {
    control: 'each domain has its own cookie keys',
    rule: 'isolation of domains',
    text: /`cookies:.+`/,
    replacement: "'cookies'",
    test: {
      file: 'provider.factory.spec.ts',
      title: 'depend on the domain: equal on each replica, and different for another domain',
    },
  },
  {
    control: 'derived keys depend on their context',
    rule: 'RFC 5869 section 3.2',
    text: /, \w+(?=, 32\))/,
    replacement: ", ''",
    test: {
      file: 'provider.factory.spec.ts',
      title: 'depend on the domain: equal on each replica, and different for another domain',
    },
  },
  {
    control: 'an encrypted signing key opens in its own domain only',
    rule: 'NIST SP 800-38D: additional authenticated data',
    text: /\$\{\w+\}:/,
    test: { file: 'signing-key.store.spec.ts', title: 'returns no usable key for another domain' },
  },
  {
    control: 'a request with two Host headers has no host',
    rule: 'RFC 9112 section 3.2',
    text: '===',
    replacement: '>=',
    test: { file: 'host.spec.ts', title: 'returns null without a Host header, and with two of them' },
  },
  {
    control: 'X-Forwarded-Host counts from trusted proxies only',
    rule: 'RFC 7239 section 8.1',
    replacement: 'true',
    test: { file: 'host.spec.ts', title: 'accepts X-Forwarded-Host from trusted peers only (%#)' },
  },
  {
    control: 'published URLs have the host of the issuer',
    rule: 'RFC 8414 section 3.3',
    test: { file: 'overrides.spec.ts', title: 'follow the issuer' },
  },
  {
    control: 'the deletion job leaves domains alone that are not being deleted',
    rule: 'isolation of domains',
    text: "!== 'deleting'",
    replacement: '=== undefined',
    test: { file: 'delete.processor.spec.ts', title: 'does nothing to a domain whose status is %s' },
  },
  {
    control: 'a chosen name in the sandbox zone is one label directly under it',
    rule: 'isolation of domains',
    test: { file: 'sandbox-name.spec.ts', title: 'rejects %j' },
  },
  {
    control: 'a released name of the sandbox zone goes to no other subscription',
    rule: 'isolation of domains',
    replacement: 'false',
    test: { file: 'sandbox-name.int-spec.ts', title: 'keeps a released name from other subscriptions' },
  },
  {
    control: 'a custom domain is no public suffix',
    rule: 'isolation of domains',
    replacement: 'false',
    test: { file: 'domain-name.spec.ts', title: 'rejects the public suffix %j' },
  },
];
