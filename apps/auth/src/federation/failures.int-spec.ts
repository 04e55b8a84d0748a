import { generateKeyPairSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { headingOf } from '../../../../test/support/cookie-browser.js';
import { byHmac, drip, tampered, unsigned } from '../../../../test/support/upstream/misbehaviour.js';
import { claimsOf, type Upstream } from '../../../../test/support/upstream/upstream.js';
import { FederationWorld, UPSTREAM_SECRET } from './federation.fixture.js';

const HEADINGS = {
  cancelled: 'You did not sign in at ACME',
  unavailable: 'ACME does not answer',
  answer: 'We could not trust the answer',
};
const STRANGER = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

let first: FederationWorld;
let world: FederationWorld;
let upstream: Upstream;

beforeAll(async () => {
  first = await FederationWorld.start();
});

afterAll(() => first.stop());

beforeEach(async () => {
  world = await first.another();
  await world.provider('acme');
  upstream = world.upstream;
  upstream.behave();
  upstream.account({ sub: 'jane', claims: { name: 'Jane' } });
});

type Claims = Record<string, unknown>;

const alter = (change: (claims: Claims) => Claims) => upstream.alterIdToken(change);
const without = (name: string) => alter(({ [name]: _gone, ...claims }) => claims);
const metadata = (more: Claims) => upstream.altered.set('/.well-known/openid-configuration', (body) => ({ ...body, ...more }));
const answerToken = (answer: (response: ServerResponse) => void) => upstream.faults.set('/token', (_request, response) => answer(response));
const json = { 'Content-Type': 'application/json' };

/** Puts another token in the place of the id token. */
function replaceIdToken(make: (idToken: string) => string | Promise<string>): void {
  upstream.altered.set('/token', async (body) => ({ ...body, id_token: await make(String(body['id_token'])) }));
}

const now = () => Math.floor(Date.now() / 1_000);

/** What a provider does wrong, the reason that the log has, and the page. */
const AT_THE_TOKEN_ENDPOINT: [string, () => void, string, keyof typeof HEADINGS][] = [
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
  ['knows another secret', () => world.registerAtUpstream('acme', { client_secret: 'x'.repeat(40) }), 'client-refused', 'answer'],
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

const IN_THE_ID_TOKEN: [string, () => void, string, keyof typeof HEADINGS][] = [
  ['speaks for another issuer', () => alter((claims) => ({ ...claims, iss: 'https://accounts.example.com' })), 'wrong-issuer', 'answer'],
  ['is for another client', () => alter((claims) => ({ ...claims, aud: 'another' })), 'wrong-audience', 'answer'],
  [
    'is for several, and was given to another',
    () => alter((claims) => ({ ...claims, aud: [claims['aud'], 'b'], azp: 'b' })),
    'wrong-audience',
    'answer',
  ],
  ['is for us, and was given to another', () => alter((claims) => ({ ...claims, azp: 'b' })), 'wrong-audience', 'answer'],
  ['has the nonce of another request', () => alter((claims) => ({ ...claims, nonce: 'A'.repeat(43) })), 'wrong-nonce', 'answer'],
  ['has no nonce', () => without('nonce'), 'wrong-nonce', 'answer'],
  ['is about nobody', () => without('sub'), 'no-subject', 'answer'],
  ['is about somebody without a name', () => alter((claims) => ({ ...claims, sub: '' })), 'no-subject', 'answer'],
  ['is about somebody with an endless name', () => alter((claims) => ({ ...claims, sub: 'x'.repeat(300) })), 'no-subject', 'answer'],
  ['is about half a character', () => alter((claims) => ({ ...claims, sub: '\ud800' })), 'no-subject', 'answer'],
  ['has expired', () => alter((claims) => ({ ...claims, exp: now() - 120 })), 'expired', 'answer'],
  ['never expires', () => without('exp'), 'malformed-claims', 'answer'],
  ['comes from the future', () => alter((claims) => ({ ...claims, nbf: now() + 300 })), 'wrong-clock', 'answer'],
  ['is not signed', () => replaceIdToken((token) => `${unsigned({ alg: 'none' }, claimsOf(token))}.`), 'wrong-algorithm', 'answer'],
  ['is signed with the secret of the client', () => replaceIdToken((token) => byHmac(token, UPSTREAM_SECRET)), 'wrong-algorithm', 'answer'],
  ['is signed by a key that is not known', () => upstream.alterIdToken((claims) => claims, { kid: 'unknown' }), 'unknown-key', 'answer'],
  [
    'is signed by somebody else',
    () =>
      replaceIdToken((token) =>
        new SignJWT(claimsOf(token)).setProtectedHeader({ alg: 'ES256', kid: upstream.key.jwk.kid! }).sign(STRANGER),
      ),
    'wrong-signature',
    'answer',
  ],
  ['was changed after it was signed', () => replaceIdToken((token) => tampered(token)), 'wrong-signature', 'answer'],
];

const ELSEWHERE: [string, () => void, string, keyof typeof HEADINGS][] = [
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
async function comeBack(change: (address: string) => string = (address) => address, parameters: Record<string, string> = {}) {
  const browser = world.browser();
  const address = await world.leave(browser, 'acme', parameters);
  const answer = await browser.request(change(await upstream.visit(address.href, 'jane')));
  return { browser, answer };
}

async function expectRefusal(
  { browser, answer }: Awaited<ReturnType<typeof comeBack>>,
  reason: string,
  page: keyof typeof HEADINGS,
): Promise<void> {
  expect([answer.status, headingOf(answer)]).toEqual([400, HEADINGS[page]]);
  expect(await world.log()).toEqual([`user.sign-in-failed provider:acme ${reason}`]);
  expect(await world.users()).toEqual([]);
  // What the page shows stands in the log, and it leads back to a page that offers every way.
  const [entry] = await world.rows.query<{ request_id: string }>(
    'SELECT request_id FROM log_entry WHERE domain_id = $1 AND operation LIKE $2',
    [world.domainId, 'user.%'],
  );
  expect(answer.text).toContain(entry!.request_id);
  const again = await browser.request(/href="(\/sign-in\/[^"]*)"/.exec(answer.text)![1]!);
  expect([again.status, headingOf(again), again.text.includes('Continue with ACME')]).toEqual([200, 'Sign in', true]);
}

describe('a provider whose token endpoint', () => {
  it.each(AT_THE_TOKEN_ENDPOINT)('%s', async (_what, misbehave, reason, page) => {
    misbehave();

    await expectRefusal(await comeBack(), reason, page);
  });
});

describe('an id token that', () => {
  it.each(IN_THE_ID_TOKEN)('%s', async (_what, misbehave, reason, page) => {
    misbehave();

    await expectRefusal(await comeBack(), reason, page);
  });

  it.each([
    ['expired a moment ago, by our clock', (claims: Claims) => ({ ...claims, exp: now() - 15 })],
    ['begins in a moment, by our clock', (claims: Claims) => ({ ...claims, nbf: now() + 15 })],
  ])('%s, is taken: clocks differ', async (_what, change) => {
    alter(change);

    const { answer } = await comeBack();

    expect([answer.status, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/sign-in\//)]);
  });
});

describe('a provider that', () => {
  it.each(ELSEWHERE)('%s', async (_what, misbehave, reason, page) => {
    misbehave();

    await expectRefusal(await comeBack(), reason, page);
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

    await expectRefusal(await comeBack(refuse), reason, page);
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

    await expectRefusal(await comeBack(mixUp), 'wrong-issuer', 'answer');
  });

  it.each([
    ['does not tell when they signed in', () => without('auth_time')],
    ['lets in somebody who signed in long ago', () => alter((claims) => ({ ...claims, auth_time: now() - 3_600 }))],
  ])('%s, where it matters', async (_what, misbehave) => {
    misbehave();

    await expectRefusal(await comeBack((address) => address, { max_age: '60' }), 'too-long-ago', 'answer');
  });
});

describe('a provider that cannot even be asked', () => {
  it.each([
    ['is down', async () => world.rows.query(`UPDATE identity_provider SET issuer = 'http://127.0.0.1:9'`), 'unreachable', 'unavailable'],
    [
      'has an address that is not public',
      async () => world.rows.query(`UPDATE identity_provider SET issuer = 'https://10.0.0.1'`),
      'private-address',
      'unavailable',
    ],
    [
      'has the address of metadata of a cloud',
      async () => world.rows.query(`UPDATE identity_provider SET issuer = 'http://169.254.169.254'`),
      'private-address',
      'unavailable',
    ],
    ['says that it is another', async () => metadata({ issuer: 'https://accounts.example.com' }), 'wrong-issuer', 'answer'],
    ['says that it is almost the same', async () => metadata({ issuer: `${upstream.issuer}/` }), 'wrong-issuer', 'answer'],
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
    const browser = world.browser();
    const { answer } = await world.begin(browser);

    await expectRefusal({ browser, answer: await browser.submit(answer, 'Continue with ACME') }, reason, page);
  });

  it('keeps its token endpoint where we do not go', async () => {
    metadata({ token_endpoint: 'http://192.168.1.1/token' });

    await expectRefusal(await comeBack(), 'private-address', 'unavailable');
  });
});
