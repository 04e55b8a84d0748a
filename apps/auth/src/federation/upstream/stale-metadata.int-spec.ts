import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { headingOf } from '../../../../../test/support/cookie-browser.js';
import { DISCOVERY, type Upstream } from '../../../../../test/support/upstream/upstream.js';
import { FederationHarness } from '../federation.fixture.js';

let baseHarness: FederationHarness;
let harness: FederationHarness;
let upstream: Upstream;

beforeAll(async () => {
  baseHarness = await FederationHarness.start();
});

afterAll(() => baseHarness.stop());

beforeEach(async () => {
  harness = await baseHarness.withNewDomain();
  upstream = harness.upstream;
  upstream.behave();
  upstream.account({ sub: 'jane', claims: { name: 'Jane' } });
  await harness.provider('acme');
  expect(await outcome()).toBe('in');
});

/** What becomes of somebody who signs in. */
async function outcome(): Promise<string> {
  const { answer, location } = await harness.signIn('jane');
  return location?.searchParams.has('code') ? 'in' : `${answer.status} ${headingOf(answer)}`;
}

const respondWith = (code: number, type: string, body: string) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(code, { 'Content-Type': type }).end(body);
const page = respondWith(404, 'text/html', '<h1>Not found</h1>');
const GONE_RESPONSES: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
  ['404 and a page', page],
  ['404 and an error of its own', respondWith(404, 'application/json', '{"error":"invalid_request"}')],
  ['410', respondWith(410, 'text/plain', 'gone')],
  ['a redirect', (_request, response) => void response.writeHead(308, { Location: '/elsewhere' }).end()],
  ['no answer: the connection is closed', (request) => void request.socket.destroy()],
];

/** How often the provider is asked where it is. */
function countDiscoveries(): () => number {
  let count = 0;
  const alter = upstream.altered.get(DISCOVERY) ?? ((body) => body);
  upstream.altered.set(DISCOVERY, (body) => {
    count += 1;
    return alter(body);
  });
  return () => count;
}

describe('a provider that has moved', () => {
  it.each(GONE_RESPONSES)('is found by whoever signs in: its token endpoint is elsewhere, and where it was is %s', async (_what, gone) => {
    upstream.move('token_endpoint', '/oauth/token', gone);

    expect(await outcome()).toBe('in');
  });

  it.each(GONE_RESPONSES)('is found where its userinfo endpoint is elsewhere, and where it was is %s', async (_what, gone) => {
    upstream.move('userinfo_endpoint', '/oauth/me', gone);

    expect(await outcome()).toBe('in');
  });

  it.each(GONE_RESPONSES)('is found where its keys are elsewhere, are others too, and where they were is %s', async (_what, gone) => {
    await upstream.rotateKeys();
    upstream.move('jwks_uri', '/oauth/keys', gone);

    expect(await outcome()).toBe('in');
  });

  it('is found by whoever did not find its page, and goes there again', async () => {
    upstream.move('authorization_endpoint', '/oauth/auth', page);
    const browser = harness.browser();
    const { answer } = await harness.startAuthorization(browser);

    const addresses = [await browser.submit(answer, 'Continue with ACME'), await browser.submit(answer, 'Continue with ACME')];
    const paths = addresses.map(({ headers }) => new URL(headers.location!).pathname);
    const back = await upstream.visit(addresses[1]!.headers.location!, 'jane');

    expect(paths).toEqual(['/auth', '/oauth/auth']);
    expect((await browser.follow(await browser.request(back))).location?.searchParams.has('code')).toBe(true);
  });

  it('is asked where it is once in a while, however many fail', async () => {
    upstream.faults.set('/token', page);
    const discoveries = countDiscoveries();

    const outcomes = [await outcome(), ...(await Promise.all([outcome(), outcome(), outcome()]))];

    expect(new Set(outcomes)).toEqual(new Set(['400 ACME does not answer']));
    expect(discoveries()).toBe(1);
  });

  it('stays where it was if it does not say where it is', async () => {
    upstream.faults.set('/token', page);
    upstream.faults.set(DISCOVERY, respondWith(503, 'application/json', '{}'));
    expect(await outcome()).toBe('400 ACME does not answer');

    upstream.faults.delete('/token');

    expect(await outcome()).toBe('in');
  });

  it('is not taken for moved where it refuses', async () => {
    const discoveries = countDiscoveries();
    upstream.faults.set('/token', respondWith(400, 'application/json', '{"error":"invalid_grant"}'));

    expect(await outcome()).toBe('400 We could not trust the answer');
    expect(discoveries()).toBe(0);
  });
});

describe('keys of a provider that were changed', () => {
  it('count at once; again and again only once the provider is put anew', async () => {
    const outcomes: string[] = [];
    for (let rotations = 0; rotations < 2; rotations += 1) {
      await upstream.rotateKeys();
      outcomes.push(await outcome());
    }
    await harness.rows.query(`UPDATE identity_provider SET revision = nextval('revision') WHERE domain_id = $1`, [harness.domainId]);
    outcomes.push(await outcome());

    expect(outcomes).toEqual(['in', '400 We could not trust the answer', 'in']);
    expect((await harness.log()).filter((entry) => entry.includes('failed'))).toEqual(['user.sign-in-failed provider:acme unknown-key']);
  });
});
