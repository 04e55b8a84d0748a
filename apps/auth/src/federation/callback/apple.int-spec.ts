import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Encryptor, identityProviderContext } from '@latchkey/crypto';
import { jwtVerify } from 'jose';
import { getForm, getHeading, type CookieBrowser } from '../../../../../test/support/cookie-browser.js';
import { MASTER_KEY } from '../../../../../test/support/management.js';
import { UPSTREAM_CLIENT_SECRET, useFederationFixture } from '../federation.fixture.js';

const fixture = useFederationFixture();
const PATH = '/connect/federation/apple';
const APPLE_KEY = { teamId: 'A1B2C3D4E5', keyId: 'F6G7H8I9J0' };
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The client secrets that were sent, with their lifetimes in seconds. */
let secrets: { kid: unknown; lifetime: number }[];

beforeEach(async () => {
  const encryptor = new Encryptor([Buffer.from(MASTER_KEY, 'base64')]);
  await fixture.addIdentityProvider('apple', {
    apple_key: JSON.stringify(APPLE_KEY),
    client_secret: encryptor.encrypt(Buffer.from(PEM), identityProviderContext(fixture.domainId, 'apple')),
    token_endpoint_auth_method: 'client_secret_post',
    response_mode: 'form_post',
  });
  fixture.registerAtUpstream('apple', { token_endpoint_auth_method: 'client_secret_post' });
  fixture.upstream.account({ sub: 'jane', claims: { email: 'jane@example.com', email_verified: 'true' } });
  fixture.upstream.claimsInIdToken = true;
  secrets = [];
  fixture.upstream.changeTokenRequests(async (form) => {
    const verified = await jwtVerify(form.get('client_secret') ?? '', publicKey, {
      issuer: APPLE_KEY.teamId,
      subject: `latchkey-apple-${fixture.domainId}`,
      audience: fixture.upstream.issuer,
      algorithms: ['ES256'],
    }).catch(() => null);
    if (!verified) return;
    secrets.push({ kid: verified.protectedHeader.kid, lifetime: verified.payload.exp! - verified.payload.iat! });
    form.set('client_secret', UPSTREAM_CLIENT_SECRET);
  });
});

/** Signs in there. @returns the page after Apple's form was posted from its site */
async function signInAtApple(browser: CookieBrowser, more: Record<string, string> = {}) {
  const address = await fixture.continueToUpstream(browser, 'apple');
  const { fields } = await fixture.upstream.signInByForm(address.href, 'jane');
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: fixture.upstream.issuer, 'Sec-Fetch-Site': 'cross-site' };
  const body = new URLSearchParams({ ...fields, ...more }).toString();
  return fixture.stack.auth.send(fixture.domain, PATH, { method: 'POST', headers, body });
}

async function signIn(user: string | null): Promise<URL | null> {
  const browser = fixture.newBrowser();
  const posted = await signInAtApple(browser, user === null ? {} : { user });
  const next = user === null ? await browser.request(posted.headers.location!) : await browser.post(getForm(posted, 'Continue'));
  return (await browser.follow(next)).location;
}

const USER = JSON.stringify({ name: { firstName: 'Jane', lastName: 'Doe' }, email: 'other@example.com' });

describe('Sign in with Apple', () => {
  it('signs each client secret with the key, for a short time', async () => {
    expect((await signIn(null))?.searchParams.has('code')).toBe(true);

    expect(secrets).toEqual([{ kid: APPLE_KEY.keyId, lifetime: 300 }]);
  });

  it('keeps the name of the first sign-in, which is the only one that has it, and no address that is not signed', async () => {
    await signIn(USER);
    await signIn(null);

    expect(await fixture.listUsers()).toMatchObject([
      { attributes: { name: 'Jane Doe', given_name: 'Jane', family_name: 'Doe', email: 'jane@example.com' } },
    ]);
  });

  it('never has the name in an address', async () => {
    const page = await signInAtApple(fixture.newBrowser(), { user: USER });

    expect([page.status, page.headers.location]).toEqual([200, undefined]);
    expect(getForm(page, 'Continue').action).toBe(`${PATH}?own`);
  });

  it.each([
    '',
    'null',
    '5',
    '[]',
    '{',
    '{"name":null}',
    '{"name":"Jane"}',
    '{"name":{"firstName":5}}',
    `{"name":{"firstName":"${'x'.repeat(5_000)}"}}`,
  ])('signs a user in without a readable name: %j', async (user) => {
    expect((await signIn(user))?.searchParams.has('code')).toBe(true);
    expect((await fixture.listUsers())[0]!['attributes']).not.toHaveProperty('given_name');
  });

  it('does not let the posted name satisfy a required claim', async () => {
    await fixture.rows.query('UPDATE identity_provider SET required_claims = $2 WHERE domain_id = $1', [
      fixture.domainId,
      JSON.stringify({ given_name: 'Jane' }),
    ]);

    expect(await signIn(USER)).toBeNull();
    expect(await fixture.listUsers()).toEqual([]);
  });

  it('rejects the response in another browser, with the name too', async () => {
    const form = getForm(await signInAtApple(fixture.newBrowser(), { user: USER }), 'Continue');

    expect(getHeading(await fixture.newBrowser().post(form))).toBe('This sign-in was started elsewhere');
  });
});
