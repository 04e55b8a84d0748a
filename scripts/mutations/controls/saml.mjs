/** Controls of SAML messages. */

const ATTACKS = { file: 'attacks.spec.ts', title: 'refuses %s as %s' };
const LOGOUT = { file: 'saml-logout.int-spec.ts', title: 'is refused: %s' };
const BINDING = 'SAML 2.0 bindings section 3.4.4.1';
const SINGLE_LOGOUT = 'SAML 2.0 profiles section 4.4.4.1';
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
  {
    control: 'a SAML response is of the identity provider that the browser was sent to',
    rule: SINGLE_SIGN_ON,
    test: { file: 'saml-sign-in.int-spec.ts', title: 'refuses a response after the identity provider was replaced' },
  },
  {
    control: 'a sign-in with SAML is as recent as the application demands',
    rule: SINGLE_SIGN_ON,
    test: { file: 'saml-sign-in.int-spec.ts', title: 'asks for a new sign-in if the application does, and refuses an older one' },
  },
  { control: 'a NameID that identifies a user is persistent', rule: 'OWASP ASVS 5.0 section 6.8.1', test: ATTACKS },
  { control: 'a NameID is of the identity provider and for us', rule: 'SAML 2.0 core section 8.3.7', test: ATTACKS },
  {
    control: 'the private key of a domain at a SAML identity provider never becomes a client secret',
    rule: 'OWASP ASVS 5.0 section 11.6',
    test: { file: 'saml-identity-provider.int-spec.ts', title: 'leave no secret to a provider of another kind' },
  },
  { control: 'each parameter of a SAML message occurs once', rule: BINDING, test: LOGOUT },
  { control: 'messages of the redirect binding are signed by the identity provider', rule: BINDING, test: LOGOUT },
  {
    control: 'a compressed SAML message has a maximum length',
    rule: 'OWASP ASVS 5.0 section 1.5.1',
    text: 'MAX_MESSAGE_BYTES',
    replacement: '2 ** 30',
    test: LOGOUT,
  },
  { control: 'a logout request expires', rule: SINGLE_LOGOUT, test: LOGOUT },
  { control: 'a logout request is of the identity provider', rule: SINGLE_LOGOUT, test: LOGOUT },
  { control: 'a logout request is for our address', rule: SINGLE_LOGOUT, test: LOGOUT },
];
