import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FederationHarness } from '../federation.fixture.js';

let baseHarness: FederationHarness;
let harness: FederationHarness;

beforeAll(async () => {
  baseHarness = await FederationHarness.start();
});

afterAll(() => baseHarness.stop());

beforeEach(async () => {
  harness = await baseHarness.withNewDomain();
  await harness.provider('acme');
  harness.upstream.behave();
});

const alterToken = (more: object) => harness.upstream.altered.set('/token', (body) => ({ ...body, ...more }));
const alterClaims = (more: object) => harness.upstream.alterIdToken((claims) => ({ ...claims, ...more }));

/** Answers with claims of userinfo as a JWT: OpenID Connect Core section 5.3.2. */
function signUserinfo(claims: Record<string, unknown>): void {
  harness.upstream.faults.set('/me', async (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/jwt' }).end(await harness.upstream.sign(claims));
  });
}

describe('the log says what was wrong where a provider', () => {
  it.each<[string, () => void, string]>([
    ['sends tokens of another type', () => alterToken({ token_type: 'mac' }), 'wrong-token-type'],
    ['sends tokens of no type', () => alterToken({ token_type: undefined }), 'wrong-token-type'],
    ['encrypts the id token', () => alterToken({ id_token: 'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.a.b.c.d' }), 'encrypted'],
    ['signs userinfo', () => signUserinfo({ sub: 'jane' }), 'userinfo-signed'],
    ['does not say when the id token expires', () => alterClaims({ exp: undefined }), 'malformed-claims'],
    ['says in words when it expires', () => alterClaims({ exp: 'tomorrow' }), 'malformed-claims'],
    ['does not say when it was made', () => alterClaims({ iat: undefined }), 'malformed-claims'],
    ['says in words from when on it is good', () => alterClaims({ nbf: 'today' }), 'malformed-claims'],
  ])('%s', async (_what, misbehave, reason) => {
    misbehave();

    const { answer } = await harness.signIn('jane');

    expect([answer.status, await harness.log()]).toEqual([400, [`user.sign-in-failed provider:acme ${reason}`]]);
  });

  it('sends an id token along with the browser, which nobody has asked for', async () => {
    const browser = harness.browser();
    const back = new URL(await harness.upstream.visit((await harness.continueToUpstream(browser)).href, 'jane'));
    back.searchParams.set('id_token', await harness.upstream.sign({ sub: 'jane' }));

    const answer = await browser.request(back.href);

    expect([answer.status, await harness.log()]).toEqual([400, ['user.sign-in-failed provider:acme wrong-answer']]);
  });
});
