import { beforeEach, describe, expect, it } from '@jest/globals';
import { useFederationFixture } from '../federation.fixture.js';

const fixture = useFederationFixture();

beforeEach(async () => {
  await fixture.addIdentityProvider('acme');
});

const alterToken = (more: object) => fixture.upstream.altered.set('/token', (body) => ({ ...body, ...more }));
const alterClaims = (more: object) => fixture.upstream.alterIdToken((claims) => ({ ...claims, ...more }));

const countFailedSignIns = () => fixture.stack.auth.readMetric('latchkey_sign_ins_total{method="provider",outcome="failed"}');

/** Makes the userinfo endpoint respond with a signed JWT: OpenID Connect Core section 5.3.2. */
function signUserinfo(claims: Record<string, unknown>): void {
  fixture.upstream.faults.set('/me', async (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/jwt' }).end(await fixture.upstream.sign(claims));
  });
}

describe('logged reasons of failed federation', () => {
  it.each<[string, () => void, string]>([
    ['sends an unknown token_type', () => alterToken({ token_type: 'mac' }), 'wrong-token-type'],
    ['encrypts the ID token', () => alterToken({ id_token: 'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.a.b.c.d' }), 'encrypted'],
    [
      'signs userinfo for another client',
      () => signUserinfo({ sub: 'jane', iss: fixture.upstream.issuer, aud: 'other' }),
      'wrong-audience',
    ],
    ['omits exp', () => alterClaims({ exp: undefined }), 'malformed-claims'],
    ['sends exp as a string', () => alterClaims({ exp: 'tomorrow' }), 'malformed-claims'],
    ['omits iat', () => alterClaims({ iat: undefined }), 'malformed-claims'],
    ['sends nbf as a string', () => alterClaims({ nbf: 'today' }), 'malformed-claims'],
  ])('logs the reason if the identity provider %s', async (_what, misbehave, reason) => {
    misbehave();

    const { answer } = await fixture.signIn('jane');

    expect([answer.status, await fixture.listUserEvents()]).toEqual([400, [`user.sign_in_failed provider:acme ${reason}`]]);
  });

  it('logs the reason for an unrequested ID token in the authorization response', async () => {
    const before = await countFailedSignIns();
    const browser = fixture.newBrowser();
    const back = new URL(await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane'));
    back.searchParams.set('id_token', await fixture.upstream.sign({ sub: 'jane' }));

    const answer = await browser.request(back.href);

    expect([answer.status, await fixture.listUserEvents()]).toEqual([400, ['user.sign_in_failed provider:acme wrong-answer']]);
    expect(await countFailedSignIns()).toBe(before + 1);
  });
});
