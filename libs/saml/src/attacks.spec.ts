import { beforeAll, describe, expect, it } from '@jest/globals';
import { ATTACKS } from '../../../test/support/saml/attacks.js';
import { defaultValues, encode, FakeSamlIdentityProvider, newId } from '../../../test/support/saml/fake-saml-identity-provider.js';
import { issueRsaCertificate, type RsaCertificate } from '../../../test/support/saml/rsa-certificate.js';
import { signBoth } from '../../../test/support/saml/wrapping-attacks.js';
import { verifyResponse, type ExpectedResponse } from './verify-response.js';

const AUDIENCE = 'https://acme.example.com/connect/federation/corp/metadata';
const RECIPIENT = 'https://acme.example.com/connect/federation/corp';
const ISSUER = 'https://idp.example.com/metadata';

let idp: FakeSamlIdentityProvider;
let other: FakeSamlIdentityProvider;
let former: RsaCertificate;
let recipient: RsaCertificate;

beforeAll(async () => {
  [idp, other, former, recipient] = await Promise.all([
    FakeSamlIdentityProvider.create(),
    FakeSamlIdentityProvider.create(),
    issueRsaCertificate('CN=former'),
    issueRsaCertificate('CN=service'),
  ]);
});

function setUp() {
  const requestId = newId();
  const values = defaultValues({ issuer: ISSUER, audience: AUDIENCE, recipient: RECIPIENT, requestId });
  const expected: ExpectedResponse = {
    issuer: ISSUER,
    audience: AUDIENCE,
    recipient: RECIPIENT,
    requestId,
    subjectAttribute: null,
    certificates: [former.pem, idp.certificate.pem],
    decryptionKeys: [former.privateKey, recipient.privateKey],
  };
  return { values, expected };
}

describe('verifyResponse', () => {
  it.each(ATTACKS.map(({ name, reason, build }) => [name, reason, build] as const))('refuses %s as %s', async (_, reason, build) => {
    const { values, expected } = setUp();

    const verified = verifyResponse(await build({ idp, other, recipient, values }), expected);

    await expect(verified).rejects.toMatchObject({ name: 'SamlError', reason });
  });

  it('has at least forty attacks with names of their own', () => {
    expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
    expect(ATTACKS.length).toBeGreaterThanOrEqual(40);
  });

  it('reads the user of a signed assertion', async () => {
    const { values, expected } = setUp();

    expect(await verifyResponse(encode(idp.issue(values)), expected)).toEqual({
      subject: 'ada-0815',
      nameId: { value: 'ada-0815', format: values.nameIdFormat, nameQualifier: null, spNameQualifier: null },
      sessionIndex: values.sessionIndex,
      authenticatedAt: expect.any(Number),
      authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
      attributes: { mail: 'ada@example.com', displayName: 'Ada Lovelace', groups: ['staff', 'engineers'] },
    });
  });

  it('accepts a response that is signed as a whole too', async () => {
    const { values, expected } = setUp();

    expect(await verifyResponse(encode(signBoth(idp, values)), expected)).toMatchObject({ subject: 'ada-0815' });
  });

  it.each(['http://www.w3.org/2009/xmlenc11#aes128-gcm', 'http://www.w3.org/2001/04/xmlenc#aes256-cbc'] as const)(
    'accepts an assertion that is encrypted with %s',
    async (algorithm) => {
      const { values, expected } = setUp();
      const encrypted = await idp.encrypt(idp.sign(idp.buildAssertion(values)), recipient, algorithm);

      expect(await verifyResponse(encode(idp.buildResponse(values, encrypted)), expected)).toMatchObject({ subject: 'ada-0815' });
    },
  );

  it('accepts an assertion that the former key decrypts, in a response that is signed as a whole', async () => {
    const { values, expected } = setUp();
    const encrypted = await idp.encrypt(idp.sign(idp.buildAssertion(values)), former);

    expect(await verifyResponse(encode(idp.sign(idp.buildResponse(values, encrypted))), expected)).toMatchObject({ subject: 'ada-0815' });
  });

  it.each([' ada-0815', 'ada-0815 ', 'ADA-0815'])('takes the NameID as it is: %j', async (nameId) => {
    const { values, expected } = setUp();

    expect(await verifyResponse(encode(idp.issue({ ...values, nameId })), expected)).toMatchObject({ subject: nameId });
  });

  it('identifies users by an attribute, whatever the NameID', async () => {
    const { values, expected } = setUp();
    const xml = idp.issue({
      ...values,
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      attributes: { employee: '4711' },
    });

    expect(await verifyResponse(encode(xml), { ...expected, subjectAttribute: 'employee' })).toMatchObject({ subject: '4711' });
  });

  it.each([
    ['no value', {}],
    ['several values', { employee: ['4711', '4712'] }],
  ])('refuses %s of the attribute that identifies users', async (_, attributes) => {
    const { values, expected } = setUp();

    const verified = verifyResponse(encode(idp.issue({ ...values, attributes })), { ...expected, subjectAttribute: 'employee' });

    await expect(verified).rejects.toMatchObject({ reason: 'no-subject' });
  });

  it('reports a user who did not sign in', async () => {
    const { values, expected } = setUp();
    const detail = '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/>';
    const xml = idp
      .issue({ ...values, status: 'Responder' })
      .replace('status:Responder"/>', `status:Responder">${detail}</samlp:StatusCode>`);

    await expect(verifyResponse(encode(xml), expected)).rejects.toMatchObject({ reason: 'cancelled' });
  });
});
