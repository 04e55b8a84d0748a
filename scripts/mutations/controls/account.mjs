/** Controls of the pages on which people change their own accounts. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const ACCOUNT = [
  {
    control: 'people change only the attributes that their domain allows',
    rule: 'the setting editableAttributes of a domain',
    replacement: 'EDITABLE_CLAIMS',
    test: { file: 'account-profile.int-spec.ts', title: 'lets people change nothing that their domain does not allow' },
  },
  {
    control: 'a form does not overwrite a change that its page has not shown',
    rule: 'OWASP ASVS 5.0 section 2.3.3',
    replacement: 'false',
    test: {
      file: 'account-profile.int-spec.ts',
      title: 'does not overwrite a change that the page has not shown, also if both come at once',
    },
  },
  {
    control: 'a link that changes an address expires',
    rule: 'OWASP ASVS 5.0 section 6.5.5',
    replacement: 'link',
    test: { file: 'account-email.int-spec.ts', title: 'is not possible with a link of another domain, an altered or an old one' },
  },
  {
    control: 'a link that changes an address works once',
    rule: 'OWASP ASVS 5.0 section 6.5.1',
    replacement: 'true',
    test: { file: 'account-email.int-spec.ts', title: 'happens once for a link of the present address, which it verifies' },
  },
  {
    control: 'a link to a former address signs nobody in',
    rule: 'OWASP ASVS 5.0 section 6.3.7',
    test: {
      file: 'account-email.int-spec.ts',
      title: 'happens once the link to the new address is opened, and ends the links to the former one',
    },
  },
  {
    control: 'people cannot have many links sent to an address',
    rule: 'NIST SP 800-63B section 3.2.2',
    replacement: 'false',
    test: { file: 'account-email.int-spec.ts', title: 'sends a limited number of links' },
  },
  {
    control: 'a link changes the address of the user who has asked for it',
    rule: 'OWASP ASVS 5.0 section 8.2.2',
    replacement: 'true',
    test: { file: 'account-email.int-spec.ts', title: 'needs a session of the user who has asked for it' },
  },
  {
    control: 'an address belongs to one user of a domain',
    rule: 'OWASP ASVS 5.0 section 2.3.3',
    replacement: 'false',
    test: {
      file: 'account-email.int-spec.ts',
      title: 'gives an address to one of two users who confirm it at once, and explains that to the other',
    },
  },
  {
    control: 'an undone change of an address ends the sessions of who made it',
    rule: 'OWASP ASVS 5.0 section 7.4.3',
    test: { file: 'account-email.int-spec.ts', title: 'restores the former address without a sign-in, and ends all sessions' },
  },
  {
    control: 'a sign-in from an unknown browser is reported to its user',
    rule: 'OWASP ASVS 5.0 section 6.3.5',
    replacement: 'true',
    test: {
      file: 'new-browser.int-spec.ts',
      title: 'from an unknown browser is reported to the user, but neither the first one nor one from a known browser',
    },
  },
  {
    control: 'the country of a client counts from trusted proxies only',
    rule: 'OWASP ASVS 5.0 section 4.1.3',
    replacement: 'false',
    test: { file: 'client-address.service.spec.ts', title: 'counts from trusted proxies only' },
  },
];
