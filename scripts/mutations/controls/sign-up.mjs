/** Controls of accounts that people create themselves. */

const LINKS = 'sign-up.repository.int-spec.ts';
const SIGN_UP = 'sign-up.int-spec.ts';
const CHALLENGE = 'sign-up-challenge.int-spec.ts';

/** @type {import('../mutation.mjs').Mutation[]} */
export const SIGN_UPS = [
  {
    control: 'the link of a sign-up works in its own domain only',
    rule: 'isolation of domains',
    text: 'domain_id = $1',
    replacement: '$1::uuid IS NOT NULL',
    test: { file: LINKS, title: 'are neither found nor used in another domain, even with the same hash' },
  },
  {
    control: 'an invitation is revoked in its own domain only',
    rule: 'isolation of domains',
    text: 'domain_id = $1',
    replacement: '$1::uuid IS NOT NULL',
    test: { file: LINKS, title: 'of an invitation are listed and revoked in their own domain only, and replaced for the same address' },
  },
  {
    control: 'nobody signs up where the domain does not offer it',
    rule: 'the setting signUp of a domain',
    test: { file: SIGN_UP, title: 'shows no way to create an account, and takes no address: %s' },
  },
  {
    control: 'a sign-up creates no second account for an address',
    rule: 'OWASP ASVS 5.0 section 2.3.3',
    test: { file: SIGN_UP, title: 'creates no second user of an address that another user has got meanwhile' },
  },
  {
    control: 'the link of a sign-up ends when the domain no longer offers it',
    rule: 'the setting signUp of a domain',
    test: { file: SIGN_UP, title: 'is refused: one %s' },
  },
  {
    control: 'a sign-up continues only in the browser that asked for it',
    rule: 'RFC 9700 section 4.7.1',
    text: 'interaction && interaction.uid === requestContext.link.interactionUid',
    replacement: 'true as boolean',
    test: { file: SIGN_UP, title: 'is asked in another browser whether they are signing in, and only that browser gets a session' },
  },
  {
    control: 'many requests of new accounts need a proof of work',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    replacement: 'true',
    test: { file: CHALLENGE, title: 'is asked for a proof of work after three requests, and goes on with one' },
  },
  {
    control: 'a proof of work counts in its own domain only, until it expires',
    rule: 'isolation of domains',
    replacement: '{ verified: true }',
    test: { file: CHALLENGE, title: 'is refused: one %s' },
  },
  {
    control: 'a proof of work counts once',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    text: 'return isFirst!;',
    replacement: 'return isFirst !== undefined;',
    test: { file: CHALLENGE, title: 'counts once for ten concurrent requests' },
  },
];
