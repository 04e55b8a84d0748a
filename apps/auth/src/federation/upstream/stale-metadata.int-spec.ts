import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { getHeading } from '../../../../../test/support/cookie-browser.js';
import { DISCOVERY, type FakeIdentityProvider } from '../../../../../test/support/upstream/fake-identity-provider.js';
import { useFederationFixture } from '../federation.fixture.js';

const fixture = useFederationFixture();
let upstream: FakeIdentityProvider;

beforeEach(async () => {
  upstream = fixture.upstream;
  upstream.account({ sub: 'jane', claims: { name: 'Jane' } });
  await fixture.addIdentityProvider('acme');
  expect(await outcome()).toBe('signed in');
});

/** Signs in. @returns `signed in`, or the status and heading of the error page */
async function outcome(): Promise<string> {
  const { answer, location } = await fixture.signIn('jane');
  return location?.searchParams.has('code') ? 'signed in' : `${answer.status} ${getHeading(answer)}`;
}

const respondWith = (code: number, type: string, body: string) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(code, { 'Content-Type': type }).end(body);
const page = respondWith(404, 'text/html', '<h1>Not found</h1>');
const GONE_RESPONSES: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
  ['404 with HTML', page],
  ['404 with a JSON error', respondWith(404, 'application/json', '{"error":"invalid_request"}')],
  ['410', respondWith(410, 'text/plain', 'gone')],
  ['a redirect', (_request, response) => void response.writeHead(308, { Location: '/elsewhere' }).end()],
  ['a closed connection', (request) => void request.socket.destroy()],
];

/** @returns a function that counts the requests for metadata from now on */
function countDiscoveries(): () => number {
  let count = 0;
  const alter = upstream.altered.get(DISCOVERY) ?? ((body) => body);
  upstream.altered.set(DISCOVERY, (body) => {
    count += 1;
    return alter(body);
  });
  return () => count;
}

describe('an identity provider that is saved again', () => {
  it('refetches the metadata and keys of an identity provider that is saved again, although nothing changes', async () => {
    await fixture.rows.query(`UPDATE identity_provider SET scopes = '{openid,profile,email}', display_name = 'ACME' WHERE domain_id = $1`, [
      fixture.domainId,
    ]);
    const path = `/v1/domain/${fixture.domain}/provider/acme`;
    const { json } = await fixture.stack.caller.get(path);
    const { issuer, clientId, claimMapping, displayName } = json as Record<string, unknown>;
    const count = countDiscoveries();
    await outcome();
    const before = count();

    const { status } = await fixture.stack.caller.put(path, { issuer, clientId, claimMapping, displayName });
    const afterPut = count();
    await outcome();

    expect([status, before, count() - afterPut]).toEqual([200, 0, 1]);
  });
});

describe('an identity provider with changed endpoints', () => {
  it.each(GONE_RESPONSES)('refetches metadata if the old token endpoint responds with %s', async (_what, respondGone) => {
    upstream.moveEndpoints('token_endpoint', '/oauth/token', respondGone);

    expect(await outcome()).toBe('signed in');
  });

  it.each(GONE_RESPONSES)('refetches metadata if the old userinfo endpoint responds with %s', async (_what, respondGone) => {
    upstream.moveEndpoints('userinfo_endpoint', '/oauth/me', respondGone);

    expect(await outcome()).toBe('signed in');
  });

  it.each(GONE_RESPONSES)(
    'refetches metadata if the keys have changed and the old jwks_uri responds with %s',
    async (_what, respondGone) => {
      await upstream.rotateKeys();
      upstream.moveEndpoints('jwks_uri', '/oauth/keys', respondGone);

      expect(await outcome()).toBe('signed in');
    },
  );

  it('refetches metadata on a second attempt if the old authorization endpoint is gone', async () => {
    upstream.moveEndpoints('authorization_endpoint', '/oauth/auth', page);
    const browser = fixture.newBrowser();
    const { answer } = await fixture.startAuthorization(browser);

    const addresses = [await browser.submit(answer, 'Continue with ACME'), await browser.submit(answer, 'Continue with ACME')];
    const paths = addresses.map(({ headers }) => new URL(headers.location!).pathname);
    const back = await upstream.signIn(addresses[1]!.headers.location!, 'jane');

    expect(paths).toEqual(['/auth', '/oauth/auth']);
    expect((await browser.follow(await browser.request(back))).location?.searchParams.has('code')).toBe(true);
  });

  it('refetches metadata only once for several failures', async () => {
    upstream.faults.set('/token', page);
    const discoveries = countDiscoveries();

    const outcomes = [await outcome(), ...(await Promise.all([outcome(), outcome(), outcome()]))];

    expect(new Set(outcomes)).toEqual(new Set(['400 ACME is not responding']));
    expect(discoveries()).toBe(1);
  });

  it('keeps its cached metadata if discovery fails', async () => {
    upstream.faults.set('/token', page);
    upstream.faults.set(DISCOVERY, respondWith(503, 'application/json', '{}'));
    expect(await outcome()).toBe('400 ACME is not responding');

    upstream.faults.delete('/token');

    expect(await outcome()).toBe('signed in');
  });

  it('does not refetch metadata after an OAuth error response', async () => {
    const discoveries = countDiscoveries();
    upstream.faults.set('/token', respondWith(400, 'application/json', '{"error":"invalid_grant"}'));

    expect(await outcome()).toBe('400 We could not verify the response');
    expect(discoveries()).toBe(0);
  });
});

describe('rotated keys of an identity provider', () => {
  it('refetches rotated keys once, and again after the operator saves the identity provider', async () => {
    const outcomes: string[] = [];
    for (let rotations = 0; rotations < 2; rotations += 1) {
      await upstream.rotateKeys();
      outcomes.push(await outcome());
    }
    await fixture.rows.query(`UPDATE identity_provider SET revision = nextval('revision') WHERE domain_id = $1`, [fixture.domainId]);
    outcomes.push(await outcome());

    expect(outcomes).toEqual(['signed in', '400 We could not verify the response', 'signed in']);
    expect((await fixture.listUserEvents()).filter((entry) => entry.includes('failed'))).toEqual([
      'user.sign_in_failed provider:acme unknown-key',
    ]);
  });
});
