import { beforeEach, describe, expect, it } from '@jest/globals';
import { getHeading, type CookieBrowser } from '../../../../../test/support/cookie-browser.js';
import { claimsOf } from '../../../../../test/support/upstream/fake-identity-provider.js';
import { useFederationFixture } from '../federation.fixture.js';
import { addIdentityProviderWithLogout, postLogoutToken, signLogoutToken } from './upstream-logout.fixture.js';

const fixture = useFederationFixture();
let browser: CookieBrowser;
/** Claims of the upstream's ID tokens, in order. */
let idTokenClaims: Record<string, unknown>[];

beforeEach(async () => {
  idTokenClaims = await addIdentityProviderWithLogout(fixture);
  await fixture.createClient('polite', { policies: ['consent'] });
  fixture.upstream.account({ sub: 'jane', amr: ['pwd'] });
  browser = fixture.newBrowser();
  expect((await signIn()).location?.searchParams.has('code')).toBe(true);
});

/** Signs in with the identity provider in the shared browser. */
async function signIn(parameters: Record<string, string> = {}) {
  const address = await fixture.continueToUpstream(browser, 'acme', parameters);
  return browser.follow(await browser.request(await fixture.upstream.signIn(address.href, 'jane')));
}

const isSignedIn = async () => (await browser.request('/account')).status === 200;

/** Ways to continue a session. Each must keep the link to the session at the identity provider. */
const CONTINUATIONS: [string, () => Promise<{ location: URL | null }>][] = [
  ['uses it with prompt=none', () => fixture.startAuthorization(browser, { prompt: 'none' })],
  ['uses it for another scope', () => fixture.startAuthorization(browser, { prompt: 'none', scope: 'openid email' })],
  [
    'gives consent',
    async () => browser.follow(await browser.submit((await fixture.startAuthorization(browser, { client_id: 'polite' })).answer, 'Allow')),
  ],
  ['signs in again', () => signIn({ prompt: 'login' })],
  ['requests a stronger acr', () => signIn({ acr_values: 'phr' })],
  ['signs in again for max_age=0', () => signIn({ max_age: '0' })],
];

describe('continued federated sessions', () => {
  it.each(CONTINUATIONS)('ends the upstream session with the local one if the user %s', async (_what, continueSession) => {
    expect((await continueSession()).location?.searchParams.has('code')).toBe(true);

    const confirm = await browser.request('/connect/endsession?client_id=shop');
    const { location } = await browser.follow(await browser.submit(confirm, 'Sign out', { logout: 'yes' }));

    expect([location?.origin, location?.pathname]).toEqual([fixture.upstream.issuer, '/session/end']);
    expect(claimsOf(location!.searchParams.get('id_token_hint')!)['sid']).toBe(idTokenClaims.at(-1)!['sid']);
    expect(await isSignedIn()).toBe(false);
  });

  it.each(CONTINUATIONS)('ends the local session with the upstream one if the user %s', async (_what, continueSession) => {
    expect((await continueSession()).location?.searchParams.has('code')).toBe(true);
    const { aud, sid } = idTokenClaims.at(-1)!;
    const logoutToken = await signLogoutToken(fixture, { aud, sid });
    expect(await isSignedIn()).toBe(true);

    const answer = await postLogoutToken(fixture, logoutToken);

    expect([answer.status, await isSignedIn()]).toEqual([200, false]);
  });

  it('does not start a session if the login at the identity provider has ended', async () => {
    const other = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(other)).href, 'jane');
    const shown = await other.request(back);
    await fixture.rows.query('DELETE FROM federated_login WHERE domain_id = $1', [fixture.domainId]);

    const { answer, location } = await other.follow(shown);

    expect([answer.status, location?.searchParams.has('code')]).toEqual([400, false]);
    expect(getHeading(answer)).toBe('This sign-in has ended');
    expect((await other.request('/account')).status).toBe(303);
  });
});
