import type { Attack, AttackContext } from './attack.js';
import { buildConfirmation, encode, type ResponseValues } from './fake-saml-identity-provider.js';

const HOUR_MS = 3_600_000;
const FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format';

/** Responses that the identity provider has signed, but for another service, request or time, or without what the profile requires. */
export const SIGNED_LIES: Attack[] = [
  lie('an assertion for another service', 'wrong-audience', () => ({ audience: 'https://other.example.com' })),
  lie('an assertion without conditions', 'wrong-audience', () => ({ conditions: '' })),
  lie('conditions without an audience', 'wrong-audience', () => ({ conditions: '<saml:Conditions/>' })),
  lie('an expired assertion', 'expired', () => ({ notOnOrAfter: -HOUR_MS })),
  lie('an assertion of the future', 'wrong-clock', () => ({ notBefore: HOUR_MS })),
  lie('an expired confirmation', 'expired', () => ({ confirmedUntil: -HOUR_MS })),
  lie('an expired confirmation beside one for another service', 'expired', (values) => ({
    subjectConfirmation:
      buildConfirmation({ ...values, confirmedUntil: -HOUR_MS }) +
      buildConfirmation({ ...values, recipient: 'https://other.example.com/acs' }),
  })),
  lie('a confirmation that never expires', 'malformed', (values) => ({
    subjectConfirmation: buildConfirmation(values).replace(/ NotOnOrAfter="[^"]*"/, ''),
  })),
  lie('no confirmation', 'malformed', () => ({ subjectConfirmation: '' })),
  lie('a confirmation of a holder of a key', 'malformed', (values) => ({
    subjectConfirmation: buildConfirmation(values, 'holder-of-key'),
  })),
  lie('an assertion for the address of another service', 'wrong-recipient', (values) => ({
    subjectConfirmation: buildConfirmation({ ...values, recipient: 'https://other.example.com/acs' }),
  })),
  lie('a confirmation without an address', 'wrong-recipient', (values) => ({
    subjectConfirmation: buildConfirmation(values).replace(/ Recipient="[^"]*"/, ''),
  })),
  lie('an assertion that answers another request', 'wrong-request', (values) => ({
    subjectConfirmation: buildConfirmation({ ...values, requestId: '_other' }),
  })),
  lie('an assertion that answers no request', 'wrong-request', (values) => ({
    subjectConfirmation: buildConfirmation(values).replace(/ InResponseTo="[^"]*"/, ''),
  })),
  alter('a response that answers another request', 'wrong-request', (xml) =>
    xml.replace(/(<samlp:Response[^>]*InResponseTo=")[^"]*/, '$1_other'),
  ),
  alter('an unsolicited response', 'wrong-request', (xml) => xml.replace(/(<samlp:Response[^>]*) InResponseTo="[^"]*"/, '$1')),
  alter('a response to another address', 'wrong-recipient', (xml) =>
    xml.replace(/ Destination="[^"]*"/, ' Destination="https://other.example.com/"'),
  ),
  alter('a response of another issuer', 'wrong-issuer', (xml) => xml.replace(/<saml:Issuer[^>]*>[^<]*/, (issuer) => `${issuer}x`)),
  {
    name: 'an assertion of another issuer',
    reason: 'wrong-issuer',
    build: ({ idp, values }) => encode(idp.buildResponse(values, idp.sign(idp.buildAssertion({ ...values, issuer: `${values.issuer}x` })))),
  },
  alter('an assertion without an issuer', 'wrong-issuer', (xml) => xml, {
    unsigned: (assertion) => assertion.replace(/<saml:Issuer>[^<]*/, '<saml:Issuer>'),
  }),
  lie('a status other than success', 'refused', () => ({ status: 'Responder' })),
  alter('a response without a status', 'refused', (xml) => xml.replace(/<samlp:Status>.*<\/samlp:Status>/, '')),
  alter('a response in another namespace', 'malformed', (xml) =>
    xml.replace('urn:oasis:names:tc:SAML:2.0:protocol', 'urn:attacker:protocol'),
  ),
  alter('a logout response', 'malformed', (xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse')),
  lie('a mail address as NameID', 'no-subject', () => ({ nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' })),
  lie('a transient NameID', 'no-subject', () => ({ nameIdFormat: `${FORMAT}:transient` })),
  lie('an empty NameID', 'no-subject', () => ({ nameId: '' })),
  lie('a NameID of another provider', 'no-subject', () => ({ nameIdQualifiers: ' NameQualifier="https://other.example.com"' })),
  lie('a NameID for another service', 'no-subject', () => ({ nameIdQualifiers: ' SPNameQualifier="https://other.example.com"' })),
  lie('an assertion without a sign-in', 'malformed', () => ({ authnStatement: '' })),
];

function lie(name: string, reason: string, change: (values: ResponseValues) => Partial<ResponseValues>): Attack {
  return { name, reason, build: ({ idp, values }) => encode(idp.issue({ ...values, ...change(values) })) };
}

/** @param change of the response, which is not signed as a whole @param unsigned change of the assertion before it is signed */
function alter(
  name: string,
  reason: string,
  change: (xml: string) => string,
  { unsigned }: { unsigned?: (xml: string) => string } = {},
): Attack {
  const build = ({ idp, values }: AttackContext) => {
    const assertion = idp.buildAssertion(values);
    return encode(change(idp.buildResponse(values, idp.sign(unsigned ? unsigned(assertion) : assertion))));
  };
  return { name, reason, build };
}
