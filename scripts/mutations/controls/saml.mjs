/** Controls of SAML messages. */

const ATTACKS = { file: 'attacks.spec.ts', title: 'refuses $name as $reason' };
const SINGLE_SIGN_ON = 'SAML 2.0 profiles section 4.1.4.3';

/** @type {import('../mutation.mjs').Mutation[]} */
export const SAML = [
  {
    control: 'SAML messages contain no document types, entities, comments and processing instructions',
    rule: 'OWASP ASVS 5.0 section 1.5.1',
    test: ATTACKS,
  },
  { control: 'SAML messages are not nested without end', rule: 'OWASP ASVS 5.0 section 1.5.1', test: ATTACKS },
  { control: 'SAML messages use only strong algorithms', rule: 'OWASP ASVS 5.0 section 11.4', test: ATTACKS },
  { control: 'a SAML message has a maximum length', rule: 'OWASP ASVS 5.0 section 1.5.1', test: ATTACKS },
  { control: 'a response is sent to our address', rule: 'SAML 2.0 core section 3.2.2', test: ATTACKS },
  { control: 'the issuer of a response is the identity provider', rule: SINGLE_SIGN_ON, test: ATTACKS },
  { control: 'a response states success', rule: 'SAML 2.0 core section 3.2.2.2', test: ATTACKS },
  { control: 'a response has one assertion, wherever it stands', rule: 'OWASP ASVS 5.0 section 6.8.2', test: ATTACKS },
  {
    control: 'the audience of an assertion is our entity ID',
    rule: SINGLE_SIGN_ON,
    text: 'audience',
    replacement: 'audience: false',
    test: ATTACKS,
  },
  { control: 'an assertion is signed', rule: 'OWASP ASVS 5.0 section 6.8.2', text: 'true', replacement: 'false', test: ATTACKS },
  { control: 'an assertion expires', rule: SINGLE_SIGN_ON, text: 'CLOCK_TOLERANCE_MS', replacement: '-1', test: ATTACKS },
  { control: 'the issuer of an assertion is the identity provider', rule: SINGLE_SIGN_ON, test: ATTACKS },
  { control: 'an assertion is for our address', rule: SINGLE_SIGN_ON, test: ATTACKS },
  { control: 'an assertion answers the request of this browser', rule: SINGLE_SIGN_ON, test: ATTACKS },
  { control: 'the confirmation of a subject expires', rule: SINGLE_SIGN_ON, test: ATTACKS },
  { control: 'a NameID that identifies a user is persistent', rule: 'OWASP ASVS 5.0 section 6.8.1', test: ATTACKS },
  { control: 'a NameID is of the identity provider and for us', rule: 'SAML 2.0 core section 8.3.7', test: ATTACKS },
];
