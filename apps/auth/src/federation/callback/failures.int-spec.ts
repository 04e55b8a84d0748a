import { generateKeyPairSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { getHeading } from '../../../../../test/support/cookie-browser.js';
import { signWithHmac, drip, tamperWithToken, createUnsignedToken } from '../../../../../test/support/upstream/misbehaviour.js';
import { claimsOf, type FakeIdentityProvider } from '../../../../../test/support/upstream/fake-identity-provider.js';
import { useFederationFixture, UPSTREAM_CLIENT_SECRET } from '../federation.fixture.js';

const [UNAVAILABLE, ANSWER] = ['ACME is not responding', 'We could not verify the response'];
const HEADINGS = { cancelled: 'You did not sign in at ACME', unavailable: UNAVAILABLE, answer: ANSWER };
const FOREIGN_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

const fixture = useFederationFixture();
let upstream: FakeIdentityProvider;

beforeEach(async () => {
  await fixture.addIdentityProvider('acme');
  upstream = fixture.upstream;
  upstream.account({ sub: 'jane', claims: { name: 'Jane' } });
});

type Claims = Record<string, unknown>;

const alterIdToken = (change: (claims: Claims) => Claims) => upstream.alterIdToken(change);
const withoutClaim = (name: string) => alterIdToken(({ [name]: _gone, ...claims }) => claims);
const alterMetadata = (more: Claims) => upstream.altered.set('/.well-known/openid-configuration', (body) => ({ ...body, ...more }));
const respondToken = (send: (response: ServerResponse) => void) => upstream.faults.set('/token', (_request, response) => send(response));
const json = { 'Content-Type': 'application/json' };

/** Replaces the ID token in the token response. */
function replaceIdToken(make: (idToken: string) => string | Promise<string>): void {
  upstream.altered.set('/token', async (body) => ({ ...body, id_token: await make(String(body['id_token'])) }));
}

const now = () => Math.floor(Date.now() / 1_000);

/** Fault of the identity provider, how to cause it, logged reason, and error page. */
const TOKEN_ENDPOINT_FAULTS: [string, () => void, string, keyof typeof HEADINGS][] = [
  ['closes the connection', () => respondToken((response) => void response.socket!.destroy()), 'unreachable', 'unavailable'],
  ['does not respond', () => respondToken(() => undefined), 'slow', 'unavailable'],
  ['sends its body too slowly', () => respondToken(drip), 'slow', 'unavailable'],
  [
    'sends a huge body',
    () => respondToken((response) => void response.writeHead(200, json).end(`"${'x'.repeat(300_000)}"`)),
    'too-large',
    'unavailable',
  ],
  [
    'redirects in a loop',
    () => respondToken((response) => void response.writeHead(307, { Location: '/token' }).end()),
    'redirect',
    'unavailable',
  ],
  [
    'sends truncated JSON',
    () => respondToken((response) => void response.writeHead(200, json).end('{"id_token":')),
    'not-json',
    'unavailable',
  ],
  [
    'sends HTML',
    () => respondToken((response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello')),
    'not-json',
    'unavailable',
  ],
  ['responds with 503', () => respondToken((response) => void response.writeHead(503, json).end('{}')), 'wrong-status', 'unavailable'],
  [
    'expects another client secret',
    () => fixture.registerAtUpstream('acme', { client_secret: 'x'.repeat(40) }),
    'client-refused',
    'answer',
  ],
  [
    'rejects the code',
    () => respondToken((response) => void response.writeHead(400, json).end('{"error":"invalid_grant"}')),
    'code-refused',
    'answer',
  ],
  [
    'responds with another error code',
    () => respondToken((response) => void response.writeHead(400, json).end('{"error":"slow_down"}')),
    'token-refused',
    'answer',
  ],
  ['omits the ID token', () => upstream.altered.set('/token', ({ id_token: _gone, ...body }) => body), 'no-id-token', 'answer'],
  ['sends an ID token that is not a JWT', () => replaceIdToken(() => 'an id token'), 'wrong-answer', 'answer'],
];

const ID_TOKEN_FAULTS: [string, () => void, string, keyof typeof HEADINGS][] = [
  ['has another issuer', () => alterIdToken((claims) => ({ ...claims, iss: 'https://accounts.example.com' })), 'wrong-issuer', 'answer'],
  ['has another audience', () => alterIdToken((claims) => ({ ...claims, aud: 'another' })), 'wrong-audience', 'answer'],
  [
    'has several audiences and another authorized party',
    () => alterIdToken((claims) => ({ ...claims, aud: [claims['aud'], 'b'], azp: 'b' })),
    'wrong-audience',
    'answer',
  ],
  ['has another authorized party', () => alterIdToken((claims) => ({ ...claims, azp: 'b' })), 'wrong-audience', 'answer'],
  ['has the nonce of another request', () => alterIdToken((claims) => ({ ...claims, nonce: 'A'.repeat(43) })), 'wrong-nonce', 'answer'],
  ['has no nonce', () => withoutClaim('nonce'), 'wrong-nonce', 'answer'],
  ['has no sub', () => withoutClaim('sub'), 'no-subject', 'answer'],
  ['has an empty sub', () => alterIdToken((claims) => ({ ...claims, sub: '' })), 'no-subject', 'answer'],
  ['has a sub that is too long', () => alterIdToken((claims) => ({ ...claims, sub: 'x'.repeat(300) })), 'no-subject', 'answer'],
  ['has a sub with a lone surrogate', () => alterIdToken((claims) => ({ ...claims, sub: '\ud800' })), 'no-subject', 'answer'],
  ['has expired', () => alterIdToken((claims) => ({ ...claims, exp: now() - 120 })), 'expired', 'answer'],
  ['has no exp', () => withoutClaim('exp'), 'malformed-claims', 'answer'],
  ['has an nbf in the future', () => alterIdToken((claims) => ({ ...claims, nbf: now() + 300 })), 'wrong-clock', 'answer'],
  [
    'is not signed',
    () => replaceIdToken((token) => `${createUnsignedToken({ alg: 'none' }, claimsOf(token))}.`),
    'wrong-signature',
    'answer',
  ],
  [
    'is signed with the client secret',
    () => replaceIdToken((token) => signWithHmac(token, UPSTREAM_CLIENT_SECRET)),
    'wrong-algorithm',
    'answer',
  ],
  ['is signed by an unknown key', () => upstream.alterIdToken((claims) => claims, { kid: 'unknown' }), 'unknown-key', 'answer'],
  [
    'is signed by a foreign key with a known kid',
    () =>
      replaceIdToken((token) =>
        new SignJWT(claimsOf(token)).setProtectedHeader({ alg: 'ES256', kid: upstream.key.jwk.kid! }).sign(FOREIGN_KEY),
      ),
    'wrong-signature',
    'answer',
  ],
  ['was modified after signing', () => replaceIdToken((token) => tamperWithToken(token)), 'wrong-signature', 'answer'],
];

const OTHER_FAULTS: [string, () => void, string, keyof typeof HEADINGS][] = [
  ['sends userinfo of another subject', () => upstream.altered.set('/me', (body) => ({ ...body, sub: 'joe' })), 'wrong-subject', 'answer'],
  [
    'responds with 404 at its JWKS endpoint',
    () => upstream.faults.set('/jwks', (_request, response) => void response.writeHead(404, json).end('{}')),
    'wrong-status',
    'unavailable',
  ],
  [
    'sends a JWKS that is not an object',
    () => upstream.faults.set('/jwks', (_request, response) => void response.writeHead(200, json).end('[1]')),
    'not-json',
    'unavailable',
  ],
];

/** Signs in at the upstream and requests the callback. @param change alters the callback URL */
async function completeCallback(change: (address: string) => string = (address) => address, parameters: Record<string, string> = {}) {
  const browser = fixture.newBrowser();
  const address = await fixture.continueToUpstream(browser, 'acme', parameters);
  const answer = await browser.request(change(await upstream.signIn(address.href, 'jane')));
  return { browser, answer };
}

async function expectRefusal(
  { browser, answer }: Awaited<ReturnType<typeof completeCallback>>,
  reason: string,
  page: keyof typeof HEADINGS,
): Promise<void> {
  expect([answer.status, getHeading(answer)]).toEqual([400, HEADINGS[page]]);
  expect(await fixture.listUserEvents()).toEqual([`user.sign_in_failed provider:acme ${reason}`]);
  expect(await fixture.listUsers()).toEqual([]);
  // The page shows the request id of the log entry, and links back to a page with all sign-in methods.
  const [entry] = await fixture.rows.query<{ request_id: string }>(
    'SELECT request_id FROM log_entry WHERE domain_id = $1 AND type LIKE $2',
    [fixture.domainId, 'user.%'],
  );
  expect(answer.text).toContain(entry!.request_id);
  const again = await browser.request(/href="(\/sign-in\/[^"]*)"/.exec(answer.text)![1]!);
  expect([again.status, getHeading(again), again.text.includes('Continue with ACME')]).toEqual([200, 'Sign in', true]);
}

describe('failures of the token endpoint', () => {
  it.each(TOKEN_ENDPOINT_FAULTS)('rejects a sign-in if the token endpoint %s', async (_what, misbehave, reason, page) => {
    misbehave();
    await expectRefusal(await completeCallback(), reason, page);
  });
});

describe('invalid ID tokens', () => {
  it.each(ID_TOKEN_FAULTS)('rejects an ID token that %s', async (_what, misbehave, reason, page) => {
    misbehave();
    await expectRefusal(await completeCallback(), reason, page);
  });

  it.each([
    ['expired 15 seconds ago', (claims: Claims) => ({ ...claims, exp: now() - 15 })],
    ['becomes valid in 15 seconds', (claims: Claims) => ({ ...claims, nbf: now() + 15 })],
  ])('accepts an ID token that %s, because clocks differ', async (_what, change) => {
    alterIdToken(change);
    const { answer } = await completeCallback();
    expect([answer.status, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/sign-in\//)]);
  });
});

describe('invalid authorization responses', () => {
  it.each(OTHER_FAULTS)('rejects an identity provider that %s', async (_what, misbehave, reason, page) => {
    misbehave();
    await expectRefusal(await completeCallback(), reason, page);
  });

  it.each([
    ['access_denied', 'cancelled', 'cancelled'],
    ['login_required', 'refused', 'cancelled'],
    ['unauthorized_client', 'refused', 'cancelled'],
    ['temporarily_unavailable', 'temporarily-unavailable', 'unavailable'],
    ['server_error', 'temporarily-unavailable', 'unavailable'],
  ] as const)('shows the error page for the error response %s', async (error, reason, page) => {
    const refuse = (address: string) => {
      const url = new URL(address);
      url.searchParams.delete('code');
      url.searchParams.set('error', error);
      return url.href;
    };
    await expectRefusal(await completeCallback(refuse), reason, page);
  });

  it.each([
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://accounts.example.com')],
    ['no issuer despite its metadata', (url: URL) => url.searchParams.delete('iss')],
  ])('rejects %s in the authorization response: RFC 9207', async (_what, change) => {
    const mixUp = (address: string) => {
      const url = new URL(address);
      change(url);
      return url.href;
    };
    await expectRefusal(await completeCallback(mixUp), 'wrong-issuer', 'answer');
  });

  it.each([
    ['omits auth_time', () => withoutClaim('auth_time')],
    ['sends an auth_time that is too old', () => alterIdToken((claims) => ({ ...claims, auth_time: now() - 3_600 }))],
  ])('rejects an identity provider that %s for a request with max_age', async (_what, misbehave) => {
    misbehave();
    await expectRefusal(await completeCallback((address) => address, { max_age: '60' }), 'too-long-ago', 'answer');
  });
});

describe('metadata that cannot be loaded', () => {
  it.each([
    ['is down', async () => fixture.rows.query(`UPDATE identity_provider SET issuer = 'http://127.0.0.1:9'`), 'unreachable', 'unavailable'],
    [
      'has a private address',
      async () => fixture.rows.query(`UPDATE identity_provider SET issuer = 'https://10.0.0.1'`),
      'private-address',
      'unavailable',
    ],
    [
      'has the address of a cloud metadata service',
      async () => fixture.rows.query(`UPDATE identity_provider SET issuer = 'http://169.254.169.254'`),
      'private-address',
      'unavailable',
    ],
    ['publishes another issuer', async () => alterMetadata({ issuer: 'https://accounts.example.com' }), 'wrong-issuer', 'answer'],
    ['publishes its issuer with a trailing slash', async () => alterMetadata({ issuer: `${upstream.issuer}/` }), 'wrong-issuer', 'answer'],
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
  ] as const)('rejects an identity provider that %s', async (_what, misbehave, reason, page) => {
    await misbehave();
    const browser = fixture.newBrowser();
    const { answer } = await fixture.startAuthorization(browser);
    await expectRefusal({ browser, answer: await browser.submit(answer, 'Continue with ACME') }, reason, page);
  });

  it('rejects metadata with a token endpoint at a private address', async () => {
    alterMetadata({ token_endpoint: 'http://192.168.1.1/token' });
    await expectRefusal(await completeCallback(), 'private-address', 'unavailable');
  });
});
