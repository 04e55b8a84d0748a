import { generateKeyPairSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { headingOf } from '../../../../../test/support/cookie-browser.js';
import { byHmac, drip, tampered, unsigned } from '../../../../../test/support/upstream/misbehaviour.js';
import { claimsOf, type Upstream } from '../../../../../test/support/upstream/upstream.js';
import { FederationHarness, UPSTREAM_CLIENT_SECRET } from '../federation.fixture.js';

const HEADINGS = {
  cancelled: 'You did not sign in at ACME',
  unavailable: 'ACME does not answer',
  answer: 'We could not trust the answer',
};
const FOREIGN_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

let baseHarness: FederationHarness;
let harness: FederationHarness;
let upstream: Upstream;

beforeAll(async () => {
  baseHarness = await FederationHarness.start();
});

afterAll(() => baseHarness.stop());

beforeEach(async () => {
  harness = await baseHarness.withNewDomain();
  await harness.provider('acme');
  upstream = harness.upstream;
  upstream.behave();
  upstream.account({ sub: 'jane', claims: { name: 'Jane' } });
});

type Claims = Record<string, unknown>;

const alterIdToken = (change: (claims: Claims) => Claims) => upstream.alterIdToken(change);
const withoutClaim = (name: string) => alterIdToken(({ [name]: _gone, ...claims }) => claims);
const alterMetadata = (more: Claims) => upstream.altered.set('/.well-known/openid-configuration', (body) => ({ ...body, ...more }));
const answerToken = (answer: (response: ServerResponse) => void) => upstream.faults.set('/token', (_request, response) => answer(response));
const json = { 'Content-Type': 'application/json' };

/** Puts another token in the place of the id token. */
function replaceIdToken(make: (idToken: string) => string | Promise<string>): void {
  upstream.altered.set('/token', async (body) => ({ ...body, id_token: await make(String(body['id_token'])) }));
}

const now = () => Math.floor(Date.now() / 1_000);

/** What a provider does wrong, the reason that the log has, and the page. */
const TOKEN_ENDPOINT_FAULTS: [string, () => void, string, keyof typeof HEADINGS][] = [
  ['hangs up', () => answerToken((response) => void response.socket!.destroy()), 'unreachable', 'unavailable'],
  ['does not answer', () => answerToken(() => undefined), 'slow', 'unavailable'],
  ['sends its body bit by bit', () => answerToken(drip), 'slow', 'unavailable'],
  [
    'sends a huge body',
    () => answerToken((response) => void response.writeHead(200, json).end(`"${'x'.repeat(300_000)}"`)),
    'too-large',
    'unavailable',
  ],
  [
    'redirects without end',
    () => answerToken((response) => void response.writeHead(307, { Location: '/token' }).end()),
    'redirect',
    'unavailable',
  ],
  ['sends no JSON', () => answerToken((response) => void response.writeHead(200, json).end('{"id_token":')), 'not-json', 'unavailable'],
  [
    'sends a page',
    () => answerToken((response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello')),
    'not-json',
    'unavailable',
  ],
  ['is out of order', () => answerToken((response) => void response.writeHead(503, json).end('{}')), 'wrong-status', 'unavailable'],
  ['knows another secret', () => harness.registerAtUpstream('acme', { client_secret: 'x'.repeat(40) }), 'client-refused', 'answer'],
  [
    'refuses the code',
    () => answerToken((response) => void response.writeHead(400, json).end('{"error":"invalid_grant"}')),
    'code-refused',
    'answer',
  ],
  [
    'refuses for a reason of its own',
    () => answerToken((response) => void response.writeHead(400, json).end('{"error":"slow_down"}')),
    'token-refused',
    'answer',
  ],
  ['sends no id token', () => upstream.altered.set('/token', ({ id_token: _gone, ...body }) => body), 'no-id-token', 'answer'],
  ['sends something else as the id token', () => replaceIdToken(() => 'an id token'), 'wrong-answer', 'answer'],
];

const ID_TOKEN_FAULTS: [string, () => void, string, keyof typeof HEADINGS][] = [
  [
    'speaks for another issuer',
    () => alterIdToken((claims) => ({ ...claims, iss: 'https://accounts.example.com' })),
    'wrong-issuer',
    'answer',
  ],
  ['is for another client', () => alterIdToken((claims) => ({ ...claims, aud: 'another' })), 'wrong-audience', 'answer'],
  [
    'is for several, and was given to another',
    () => alterIdToken((claims) => ({ ...claims, aud: [claims['aud'], 'b'], azp: 'b' })),
    'wrong-audience',
    'answer',
  ],
  ['is for us, and was given to another', () => alterIdToken((claims) => ({ ...claims, azp: 'b' })), 'wrong-audience', 'answer'],
  ['has the nonce of another request', () => alterIdToken((claims) => ({ ...claims, nonce: 'A'.repeat(43) })), 'wrong-nonce', 'answer'],
  ['has no nonce', () => withoutClaim('nonce'), 'wrong-nonce', 'answer'],
  ['is about nobody', () => withoutClaim('sub'), 'no-subject', 'answer'],
  ['is about somebody without a name', () => alterIdToken((claims) => ({ ...claims, sub: '' })), 'no-subject', 'answer'],
  ['is about somebody with an endless name', () => alterIdToken((claims) => ({ ...claims, sub: 'x'.repeat(300) })), 'no-subject', 'answer'],
  ['is about half a character', () => alterIdToken((claims) => ({ ...claims, sub: '\ud800' })), 'no-subject', 'answer'],
  ['has expired', () => alterIdToken((claims) => ({ ...claims, exp: now() - 120 })), 'expired', 'answer'],
  ['never expires', () => withoutClaim('exp'), 'malformed-claims', 'answer'],
  ['comes from the future', () => alterIdToken((claims) => ({ ...claims, nbf: now() + 300 })), 'wrong-clock', 'answer'],
  ['is not signed', () => replaceIdToken((token) => `${unsigned({ alg: 'none' }, claimsOf(token))}.`), 'wrong-algorithm', 'answer'],
  [
    'is signed with the secret of the client',
    () => replaceIdToken((token) => byHmac(token, UPSTREAM_CLIENT_SECRET)),
    'wrong-algorithm',
    'answer',
  ],
  ['is signed by a key that is not known', () => upstream.alterIdToken((claims) => claims, { kid: 'unknown' }), 'unknown-key', 'answer'],
  [
    'is signed by somebody else',
    () =>
      replaceIdToken((token) =>
        new SignJWT(claimsOf(token)).setProtectedHeader({ alg: 'ES256', kid: upstream.key.jwk.kid! }).sign(FOREIGN_KEY),
      ),
    'wrong-signature',
    'answer',
  ],
  ['was changed after it was signed', () => replaceIdToken((token) => tampered(token)), 'wrong-signature', 'answer'],
];

const OTHER_FAULTS: [string, () => void, string, keyof typeof HEADINGS][] = [
  ['tells userinfo about somebody else', () => upstream.altered.set('/me', (body) => ({ ...body, sub: 'joe' })), 'wrong-subject', 'answer'],
  [
    'does not let us ask for userinfo',
    () =>
      upstream.faults.set(
        '/me',
        (_request, response) => void response.writeHead(401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }).end(),
      ),
    'userinfo-refused',
    'answer',
  ],
  [
    'has no keys to show',
    () => upstream.faults.set('/jwks', (_request, response) => void response.writeHead(404, json).end('{}')),
    'wrong-status',
    'unavailable',
  ],
  [
    'shows something else as its keys',
    () => upstream.faults.set('/jwks', (_request, response) => void response.writeHead(200, json).end('[1]')),
    'not-json',
    'unavailable',
  ],
];

/** Somebody goes there and comes back. */
async function completeCallback(change: (address: string) => string = (address) => address, parameters: Record<string, string> = {}) {
  const browser = harness.browser();
  const address = await harness.continueToUpstream(browser, 'acme', parameters);
  const answer = await browser.request(change(await upstream.visit(address.href, 'jane')));
  return { browser, answer };
}

async function expectRefusal(
  { browser, answer }: Awaited<ReturnType<typeof completeCallback>>,
  reason: string,
  page: keyof typeof HEADINGS,
): Promise<void> {
  expect([answer.status, headingOf(answer)]).toEqual([400, HEADINGS[page]]);
  expect(await harness.log()).toEqual([`user.sign-in-failed provider:acme ${reason}`]);
  expect(await harness.users()).toEqual([]);
  // What the page shows stands in the log, and it leads back to a page that offers every way.
  const [entry] = await harness.rows.query<{ request_id: string }>(
    'SELECT request_id FROM log_entry WHERE domain_id = $1 AND operation LIKE $2',
    [harness.domainId, 'user.%'],
  );
  expect(answer.text).toContain(entry!.request_id);
  const again = await browser.request(/href="(\/sign-in\/[^"]*)"/.exec(answer.text)![1]!);
  expect([again.status, headingOf(again), again.text.includes('Continue with ACME')]).toEqual([200, 'Sign in', true]);
}

describe('a provider whose token endpoint', () => {
  it.each(TOKEN_ENDPOINT_FAULTS)('%s', async (_what, misbehave, reason, page) => {
    misbehave();

    await expectRefusal(await completeCallback(), reason, page);
  });
});

describe('an id token that', () => {
  it.each(ID_TOKEN_FAULTS)('%s', async (_what, misbehave, reason, page) => {
    misbehave();

    await expectRefusal(await completeCallback(), reason, page);
  });

  it.each([
    ['expired a moment ago, by our clock', (claims: Claims) => ({ ...claims, exp: now() - 15 })],
    ['begins in a moment, by our clock', (claims: Claims) => ({ ...claims, nbf: now() + 15 })],
  ])('%s, is taken: clocks differ', async (_what, change) => {
    alterIdToken(change);

    const { answer } = await completeCallback();

    expect([answer.status, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/sign-in\//)]);
  });
});

describe('a provider that', () => {
  it.each(OTHER_FAULTS)('%s', async (_what, misbehave, reason, page) => {
    misbehave();

    await expectRefusal(await completeCallback(), reason, page);
  });

  it.each([
    ['access_denied', 'cancelled', 'cancelled'],
    ['login_required', 'refused', 'cancelled'],
    ['unauthorized_client', 'refused', 'cancelled'],
    ['temporarily_unavailable', 'temporarily-unavailable', 'unavailable'],
    ['server_error', 'temporarily-unavailable', 'unavailable'],
  ] as const)('answers with the error %s', async (error, reason, page) => {
    const refuse = (address: string) => {
      const url = new URL(address);
      url.searchParams.delete('code');
      url.searchParams.set('error', error);
      return url.href;
    };

    await expectRefusal(await completeCallback(refuse), reason, page);
  });

  it.each([
    ['another', (url: URL) => url.searchParams.set('iss', 'https://accounts.example.com')],
    ['none, though it says that it would', (url: URL) => url.searchParams.delete('iss')],
  ])('names %s as the one who answers: RFC 9207', async (_who, change) => {
    const mixUp = (address: string) => {
      const url = new URL(address);
      change(url);
      return url.href;
    };

    await expectRefusal(await completeCallback(mixUp), 'wrong-issuer', 'answer');
  });

  it.each([
    ['does not tell when they signed in', () => withoutClaim('auth_time')],
    ['lets in somebody who signed in long ago', () => alterIdToken((claims) => ({ ...claims, auth_time: now() - 3_600 }))],
  ])('%s, where it matters', async (_what, misbehave) => {
    misbehave();

    await expectRefusal(await completeCallback((address) => address, { max_age: '60' }), 'too-long-ago', 'answer');
  });
});

describe('a provider that cannot even be asked', () => {
  it.each([
    ['is down', async () => harness.rows.query(`UPDATE identity_provider SET issuer = 'http://127.0.0.1:9'`), 'unreachable', 'unavailable'],
    [
      'has an address that is not public',
      async () => harness.rows.query(`UPDATE identity_provider SET issuer = 'https://10.0.0.1'`),
      'private-address',
      'unavailable',
    ],
    [
      'has the address of metadata of a cloud',
      async () => harness.rows.query(`UPDATE identity_provider SET issuer = 'http://169.254.169.254'`),
      'private-address',
      'unavailable',
    ],
    ['says that it is another', async () => alterMetadata({ issuer: 'https://accounts.example.com' }), 'wrong-issuer', 'answer'],
    ['says that it is almost the same', async () => alterMetadata({ issuer: `${upstream.issuer}/` }), 'wrong-issuer', 'answer'],
    [
      'redirects',
      async () =>
        upstream.faults.set(
          '/.well-known/openid-configuration',
          (_request, response) => void response.writeHead(302, { Location: '/' }).end(),
        ),
      'redirect',
      'unavailable',
    ],
  ] as const)('%s', async (_what, misbehave, reason, page) => {
    await misbehave();
    const browser = harness.browser();
    const { answer } = await harness.startAuthorization(browser);
    await expectRefusal({ browser, answer: await browser.submit(answer, 'Continue with ACME') }, reason, page);
  });

  it('keeps its token endpoint where we do not go', async () => {
    alterMetadata({ token_endpoint: 'http://192.168.1.1/token' });
    await expectRefusal(await completeCallback(), 'private-address', 'unavailable');
  });
});
