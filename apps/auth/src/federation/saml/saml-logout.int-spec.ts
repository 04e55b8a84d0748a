import { sign } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { getHeading, type CookieBrowser } from '../../../../../test/support/cookie-browser.js';
import { encode, newId } from '../../../../../test/support/saml/fake-saml-identity-provider.js';
import type { RsaCertificate } from '../../../../../test/support/saml/rsa-certificate.js';
import { useFederationFixture } from '../federation.fixture.js';
import { ENTITY_ID, SamlFixture } from './saml.fixture.js';

const SLO_URL = 'https://idp.example.com/slo';
const RSA_SHA_256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const RSA_SHA_1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
const MINUTE_MS = 60_000;

const fixture = useFederationFixture();
const saml = new SamlFixture(fixture);

beforeAll(() => saml.start());
beforeEach(async () => {
  await saml.addIdentityProvider('acme', { sloUrl: SLO_URL });
  await fixture.createClient('shop', { postSignOutRedirectUris: ['https://app.example.com/bye'] });
});

interface RequestValues {
  nameId: string;
  sessionIndex: string;
  issuer: string;
  destination: string;
  issuedAt: number;
}

/** Signs in with a new browser. */
async function signIn(sessionIndex: string, nameId = 'ada-0815'): Promise<CookieBrowser> {
  const browser = fixture.newBrowser();
  const { values, relayState } = await saml.begin(browser);
  const xml = saml.idp.issue({ ...values, nameId, sessionIndex });
  const { location } = await saml.deliver(browser, { SAMLResponse: encode(xml), RelayState: relayState });
  if (!location?.searchParams.has('code')) throw new Error('The sign-in failed');
  return browser;
}

async function isSignedIn(browser: CookieBrowser): Promise<boolean> {
  return (await browser.request('/account')).status === 200;
}

function buildRequest(changes: Partial<RequestValues> = {}): string {
  const destination = `${fixture.issuer}${saml.path('acme')}/logout`;
  const values = { nameId: 'ada-0815', sessionIndex: '', issuer: ENTITY_ID, destination, issuedAt: 0, ...changes };
  const index = values.sessionIndex === '' ? '' : `<samlp:SessionIndex>${values.sessionIndex}</samlp:SessionIndex>`;
  return (
    '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"' +
    ` ID="${newId()}" Version="2.0" IssueInstant="${new Date(Date.now() + values.issuedAt).toISOString()}" Destination="${values.destination}">` +
    `<saml:Issuer>${values.issuer}</saml:Issuer><saml:NameID>${values.nameId}</saml:NameID>${index}</samlp:LogoutRequest>`
  );
}

function signQuery(
  xml: string,
  { key = saml.idp.certificate, algorithm = RSA_SHA_256 }: { key?: RsaCertificate; algorithm?: string } = {},
): string {
  const message = encodeURIComponent(deflateRawSync(xml).toString('base64'));
  const text = `SAMLRequest=${message}&RelayState=there&SigAlg=${encodeURIComponent(algorithm)}`;
  const hash = algorithm === RSA_SHA_1 ? 'sha1' : 'sha256';
  return `${text}&Signature=${encodeURIComponent(sign(hash, Buffer.from(text), key.privateKey).toString('base64'))}`;
}

const send = (query: string) => fixture.newBrowser().request(`${saml.path('acme')}/logout?${query}`);

describe('a logout request of a SAML identity provider', () => {
  it('ends the session that it names, and answers the identity provider', async () => {
    const [first, second] = [await signIn('_1'), await signIn('_2')];
    const xml = buildRequest({ sessionIndex: '_1' });

    const { status, headers } = await send(signQuery(xml));

    const location = new URL(headers.location!);
    const response = inflateRawSync(Buffer.from(location.searchParams.get('SAMLResponse')!, 'base64')).toString();
    expect([status, location.origin + location.pathname, location.searchParams.get('RelayState')]).toEqual([303, SLO_URL, 'there']);
    expect(response).toContain(`InResponseTo="${/ ID="([^"]*)"/.exec(xml)![1]}"`);
    expect(response).toContain('status:Success');
    expect(location.searchParams.has('Signature')).toBe(true);
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, true]);
    expect((await fixture.listUserEvents()).at(-1)).toBe('user.signed_out provider:acme');
  });

  it('ends all sessions of the user if it names none', async () => {
    const [first, second, other] = [await signIn('_1'), await signIn('_2'), await signIn('_3', 'eve-0816')];

    await send(signQuery(buildRequest()));

    expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(other)]).toEqual([false, false, true]);
  });

  it.each<[string, () => string]>([
    ['an unsigned request', () => signQuery(buildRequest()).replace(/&SigAlg.*/, '')],
    ['a request without a signature', () => signQuery(buildRequest()).replace(/&Signature.*/, '')],
    ['a request that another has signed', () => signQuery(buildRequest(), { key: saml.other.certificate })],
    ['a request signed with SHA-1', () => signQuery(buildRequest(), { algorithm: RSA_SHA_1 })],
    [
      'a second request before the signed one',
      () => `${signQuery(buildRequest({ nameId: 'x' })).split('&')[0]}&${signQuery(buildRequest())}`,
    ],
    [
      'a second request after the signed one',
      () => `${signQuery(buildRequest({ nameId: 'x' }))}&${signQuery(buildRequest()).split('&')[0]}`,
    ],
    ['another RelayState', () => signQuery(buildRequest()).replace('=there', '=here')],
    ['a request of another issuer', () => signQuery(buildRequest({ issuer: 'https://other.example.com' }))],
    ['a request for another service', () => signQuery(buildRequest({ destination: 'https://other.example.com/logout' }))],
    ['an old request', () => signQuery(buildRequest({ issuedAt: -10 * MINUTE_MS }))],
    ['a request of the future', () => signQuery(buildRequest({ issuedAt: 10 * MINUTE_MS }))],
    ['a request without a user', () => signQuery(buildRequest({ nameId: '' }))],
    ['a request with a document type', () => signQuery(`<!DOCTYPE x>${buildRequest()}`)],
    [
      'a request that expands to megabytes',
      () => signQuery(buildRequest().replace('<saml:NameID>', `${' '.repeat(4_000_000)}<saml:NameID>`)),
    ],
    ['no message', () => 'RelayState=there'],
  ])('is refused: %s', async (_, build) => {
    const browser = await signIn('_1');

    const answer = await send(build());

    expect([answer.status, getHeading(answer)]).toEqual([400, 'We could not verify the response']);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('is accepted once', async () => {
    const query = signQuery(buildRequest());
    await send(query);
    const browser = await signIn('_1');

    const answer = await send(query);

    expect([answer.status, await isSignedIn(browser)]).toEqual([400, true]);
  });
});

describe('a local logout of a user of a SAML identity provider', () => {
  it('leads through the identity provider back to the account page', async () => {
    const browser = await signIn('_1');

    const redirect = await browser.submit(await browser.request('/account'), 'Sign out');
    const target = new URL(redirect.headers.location!);
    const request = inflateRawSync(Buffer.from(target.searchParams.get('SAMLRequest')!, 'base64')).toString();
    const back = `${saml.path('acme')}/logout?SAMLResponse=x&RelayState=${target.searchParams.get('RelayState')}`;
    const { answer } = await browser.follow(await browser.request(back));

    expect(target.origin + target.pathname).toBe(SLO_URL);
    expect(request).toMatch(/<saml:NameID Format="[^"]*:persistent">ada-0815<\/saml:NameID>/);
    expect(request).toContain('>_1</saml2p:SessionIndex>');
    expect(target.searchParams.has('Signature')).toBe(true);
    expect(getHeading(answer)).toBe('You are signed out');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('stays here if the identity provider has no address for logouts', async () => {
    await fixture.rows.query(`UPDATE identity_provider SET saml = saml - 'sloUrl' WHERE domain_id = $1`, [fixture.domainId]);
    const browser = await signIn('_1');

    const { location } = await browser.follow(await browser.submit(await browser.request('/account'), 'Sign out'));

    expect(location?.hostname).toBe(fixture.domain);
    expect(await isSignedIn(browser)).toBe(false);
  });
});
