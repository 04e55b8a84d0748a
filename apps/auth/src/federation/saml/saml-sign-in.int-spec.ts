import { verify } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getForm, getHeading } from '../../../../../test/support/cookie-browser.js';
import { ATTACKS } from '../../../../../test/support/saml/attacks.js';
import { issueRsaCertificate } from '../../../../../test/support/saml/rsa-certificate.js';
import { encode } from '../../../../../test/support/saml/fake-saml-identity-provider.js';
import { useFederationFixture } from '../federation.fixture.js';
import { postLogoutToken } from '../logout/upstream-logout.fixture.js';
import { SamlFixture } from './saml.fixture.js';

const fixture = useFederationFixture();
const saml = new SamlFixture(fixture);

beforeAll(() => saml.start());
beforeEach(() => saml.addIdentityProvider('acme'));

describe('a sign-in at a SAML identity provider', () => {
  it('creates the user of the assertion, with the attributes under the names of OpenID Connect', async () => {
    const { location } = await saml.signIn();

    expect(await fixture.redeemIdToken(location)).toMatchObject({ email: 'ada@example.com', name: 'Ada Lovelace' });
    expect(await fixture.listUsers()).toMatchObject([
      { identity_provider: 'acme', active: true, attributes: { email: 'ada@example.com', name: 'Ada Lovelace' } },
    ]);
    expect(await fixture.listUserEvents()).toEqual(['user.created provider:acme', 'user.signed_in provider:acme provider']);
  });

  it('knows the user again by the NameID, and keeps two users with one address apart', async () => {
    await saml.signIn();
    await saml.signIn({ attributes: { mail: 'lovelace@example.com' } });
    await saml.signIn({ nameId: 'eve-0816', attributes: { mail: 'lovelace@example.com' } });

    expect((await fixture.listUsers()).map(({ attributes }) => (attributes as { email: string }).email)).toEqual([
      'lovelace@example.com',
      'lovelace@example.com',
    ]);
  });

  it('asks for a persistent NameID, at the address with its own query', async () => {
    const { url, request, values } = await saml.begin(fixture.newBrowser());

    expect([url.origin + url.pathname, url.searchParams.get('tenant')]).toEqual(['https://idp.example.com/sso', '7']);
    expect(request).toContain(`AssertionConsumerServiceURL="${values.recipient}"`);
    expect(request).toContain(`>${values.audience}</saml:Issuer>`);
    expect(request).toContain('Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"');
    expect(request).not.toContain('ForceAuthn');
  });

  it('asks for a new sign-in if the application does, and refuses an older one', async () => {
    const browser = fixture.newBrowser();
    const { request, values, relayState } = await saml.begin(browser, 'acme', { max_age: '60' });
    const { answer } = await saml.deliver(browser, {
      SAMLResponse: encode(saml.idp.issue({ ...values, authenticatedAt: -3_600_000 })),
      RelayState: relayState,
    });

    expect(request).toContain('ForceAuthn="true"');
    expect(getHeading(answer)).toBe('We could not verify the response');
    expect(await fixture.listUserEvents()).toEqual(['user.sign_in_failed provider:acme too-long-ago']);
  });

  it('identifies users by a chosen attribute, of which the provider says nothing in the NameID', async () => {
    await saml.addIdentityProvider('employees', { subjectAttribute: 'employee' });
    const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
    const { request } = await saml.begin(fixture.newBrowser(), 'employees');

    const { location } = await saml.signIn({ nameIdFormat, attributes: { employee: '4711' } }, 'employees');

    expect(location?.searchParams.has('code')).toBe(true);
    expect(request).not.toContain('nameid-format');
  });

  it.each([
    [{ groups: 'staff' }, true],
    [{ groups: 'board' }, false],
  ])('requires claims: %j', async (requiredClaims, isAllowed) => {
    await saml.addIdentityProvider('staff', {}, { required_claims: JSON.stringify(requiredClaims) });

    const { location, answer } = await saml.signIn({}, 'staff');

    expect(location?.searchParams.has('code') ?? false).toBe(isAllowed);
    if (!isAllowed) expect(answer.status).toBe(403);
  });

  it('takes a response only in the browser that asked for it', async () => {
    const { values, relayState } = await saml.begin(fixture.newBrowser());
    const fields = { SAMLResponse: encode(saml.idp.issue(values)), RelayState: relayState };

    const { answer } = await saml.deliver(fixture.newBrowser(), fields);

    expect(`${answer.status} ${getHeading(answer)}`).toBe('400 This sign-in was started elsewhere');
    expect(await fixture.listUsers()).toEqual([]);
  });

  it('takes a response once', async () => {
    const browser = fixture.newBrowser();
    const { values, relayState } = await saml.begin(browser);
    const fields = { SAMLResponse: encode(saml.idp.issue(values)), RelayState: relayState };

    await saml.deliver(browser, fields);
    const { answer } = await saml.deliver(browser, fields);

    expect(getHeading(answer)).toBe('This sign-in has ended');
  });

  it('refuses an assertion again with the next request of the same browser', async () => {
    const browser = fixture.newBrowser();
    const { values } = await saml.begin(browser);
    const { relayState } = await saml.begin(browser);

    await saml.deliver(browser, { SAMLResponse: encode(saml.idp.issue(values)), RelayState: relayState });

    expect(await fixture.listUserEvents()).toEqual(['user.sign_in_failed provider:acme wrong-request']);
  });

  it('refuses the response of the same identity provider to another domain', async () => {
    const other = new SamlFixture(await fixture.withNewDomain());
    Object.assign(other, { idp: saml.idp, recipient: saml.recipient });
    await other.addIdentityProvider('acme');
    const { values: theirs } = await other.begin(other.federation.newBrowser());
    const browser = fixture.newBrowser();
    const { relayState } = await saml.begin(browser);

    await saml.deliver(browser, { SAMLResponse: encode(saml.idp.issue(theirs)), RelayState: relayState });

    expect(await fixture.listUsers()).toEqual([]);
    expect(await fixture.listUserEvents()).toEqual(['user.sign_in_failed provider:acme wrong-recipient']);
  });

  it('refuses the key of an identity provider with the same entity ID in another domain', async () => {
    const browser = fixture.newBrowser();
    const { values, relayState } = await saml.begin(browser);

    await saml.deliver(browser, { SAMLResponse: encode(saml.other.issue(values)), RelayState: relayState });

    expect(await fixture.listUserEvents()).toEqual(['user.sign_in_failed provider:acme wrong-signature']);
  });

  it('refuses a response after the identity provider was replaced', async () => {
    const browser = fixture.newBrowser();
    const { values, relayState } = await saml.begin(browser);
    await fixture.rows.query(`UPDATE identity_provider SET issuer = 'https://new.example.com' WHERE domain_id = $1`, [fixture.domainId]);

    await saml.deliver(browser, { SAMLResponse: encode(saml.idp.issue(values)), RelayState: relayState });

    expect(await fixture.listUserEvents()).toEqual(['user.sign_in_failed provider:acme provider-changed']);
  });

  it('takes no authorization response for a SAML identity provider', async () => {
    const browser = fixture.newBrowser();
    const { relayState } = await saml.begin(browser);

    await browser.request(`/connect/federation/acme?state=${relayState}&code=x`);

    expect(await fixture.listUserEvents()).toEqual(['user.sign_in_failed provider:acme provider-changed']);
  });

  it('decrypts an assertion with the current key of the domain, and with the former one', async () => {
    const next = await issueRsaCertificate('CN=next');
    await saml.addIdentityProvider('rotated', {}, { client_secret: saml.encryptKeys('rotated', [next, saml.recipient]) });

    for (const recipient of [next, saml.recipient]) {
      const browser = fixture.newBrowser();
      const { values, relayState } = await saml.begin(browser, 'rotated');
      const encrypted = await saml.idp.encrypt(saml.idp.sign(saml.idp.buildAssertion(values)), recipient);
      const fields = { SAMLResponse: encode(saml.idp.buildResponse(values, encrypted)), RelayState: relayState };

      const { location } = await saml.deliver(browser, fields, 'rotated');

      expect(location?.searchParams.has('code')).toBe(true);
    }
  });

  it('signs its requests with the current key, if that is asked for', async () => {
    await saml.addIdentityProvider('signed', { signRequests: true });

    const { url } = await saml.begin(fixture.newBrowser(), 'signed');

    const text = ['SAMLRequest', 'RelayState', 'SigAlg']
      .map((name) => `${name}=${encodeURIComponent(url.searchParams.get(name)!)}`)
      .join('&');
    const signature = Buffer.from(url.searchParams.get('Signature')!, 'base64');
    expect(url.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    expect(verify('sha256', Buffer.from(text), saml.recipient.publicKey, signature)).toBe(true);
    expect((await saml.begin(fixture.newBrowser())).url.searchParams.has('Signature')).toBe(false);
  });

  it('takes no logout tokens, which OpenID Connect has', async () => {
    const jwt = [{ alg: 'RS256' }, { iss: 'https://idp.example.com/metadata' }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );

    const { json } = await postLogoutToken(fixture, `${jwt.join('.')}.x`);

    expect(json).toMatchObject({ error_description: expect.stringContaining('provider-off') });
  });

  it('keeps a response out of the address', async () => {
    const { values, relayState } = await saml.begin(fixture.newBrowser());

    const page = await saml.postCrossSite('acme', { SAMLResponse: encode(saml.idp.issue(values)), RelayState: relayState });

    expect([page.status, getForm(page, 'Continue').action]).toEqual([200, `${saml.path('acme')}?own`]);
  });

  it.each([
    ['without a RelayState', {}],
    ['with a long RelayState', { RelayState: 'x'.repeat(10_000) }],
  ])('refuses a response %s', async (_, fields) => {
    const browser = fixture.newBrowser();
    const { values } = await saml.begin(browser);

    const { answer } = await saml.deliver(browser, { SAMLResponse: encode(saml.idp.issue(values)), ...fields });

    expect(`${answer.status} ${getHeading(answer)}`).toBe('400 This sign-in has ended');
  });

  it('creates no user and no session for any of the attacks', async () => {
    const accepted: string[] = [];
    const { idp, other, recipient } = saml;
    for (const { name, build } of ATTACKS) {
      const browser = fixture.newBrowser();
      const { values, relayState } = await saml.begin(browser);
      const { location } = await saml.deliver(browser, {
        SAMLResponse: await build({ idp, other, recipient, values }),
        RelayState: relayState,
      });
      if (location?.searchParams.has('code')) accepted.push(name);
    }

    expect(accepted).toEqual([]);
    expect(await fixture.listUsers()).toEqual([]);
    expect(new Set((await fixture.listUserEvents()).map((event) => event.split(' ')[0]))).toEqual(new Set(['user.sign_in_failed']));
  }, 120_000);
});

describe('the metadata of the service provider', () => {
  it('say the entity ID, and where and how to send assertions', async () => {
    const { status, headers, text } = await fixture.stack.auth.send(fixture.domain, `${saml.path('acme')}/metadata`);

    expect([status, headers['content-type']]).toEqual([200, 'application/samlmetadata+xml; charset=utf-8']);
    expect(text).toContain(`entityID="${fixture.issuer}${saml.path('acme')}/metadata"`);
    expect(text).toContain('WantAssertionsSigned="true"');
    expect(text.match(/<KeyDescriptor use="\w+">/g)).toEqual(['signing', 'encryption'].map((use) => `<KeyDescriptor use="${use}">`));
    expect(text).toContain('AuthnRequestsSigned="false"');
    expect(text.replaceAll(/\s/g, '')).toContain(saml.recipient.pem.replaceAll(/-----[^-]*-----|\s/g, ''));
    expect(text).toContain(`Location="${fixture.issuer}${saml.path('acme')}"`);
  });

  it('say the entity ID that the operator has chosen, which is the audience', async () => {
    await saml.addIdentityProvider('own', {}, { client_id: 'urn:acme:service' });

    const { text } = await fixture.stack.auth.send(fixture.domain, `${saml.path('own')}/metadata`);
    const { location } = await saml.signIn({ audience: 'urn:acme:service' }, 'own');

    expect(text).toContain('entityID="urn:acme:service"');
    expect(location?.searchParams.has('code')).toBe(true);
  });

  it('are not there for other identity providers', async () => {
    await fixture.addIdentityProvider('plain');

    const answers = await Promise.all(
      ['plain', 'none'].map((name) => fixture.stack.auth.send(fixture.domain, `${saml.path(name)}/metadata`)),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});
