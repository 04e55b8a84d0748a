import { beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { bytesInUse } from '../../../../test/support/array-buffers.js';
import type { Answer } from '../../../../test/support/http.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import type { Caller } from '../../../../test/support/management.js';

const PUBLIC_URL = 'https://api.example.com';
const fixture = useManagementFixture({ RATE_LIMIT: 'off', MANAGEMENT_URL: PUBLIC_URL });
const COUNT = 230;
let caller: Caller;
let domain: string;

beforeAll(async () => {
  const { id, apiKey } = await createSubscription(fixture.database.url);
  caller = fixture.management.as(apiKey);
  domain = await caller.registerDomain();
  await fixture.rows.query(
    `INSERT INTO client (domain_id, client_id, client_type, grant_type, scope, redirect_uris, created_at)
     SELECT domain.id, 'App-' || lpad(n::text, 3, '0'), 'Confidential', 'AuthorizationCode', 'openid', ARRAY['https://a.example/' || n], now() + n * interval '1 s'
     FROM domain, generate_series(1, ${COUNT}) AS n WHERE name = $1`,
    [domain],
  );
  await fixture.rows.query(
    `INSERT INTO domain (subscription_id, name, kind, status, longest_expiry, verified_at, created_at)
     SELECT $1, 'shop-' || lpad(n::text, 3, '0') || '.example.com', 'custom', 'active', 3600, now(), now() + n * interval '1 s'
     FROM generate_series(1, ${COUNT}) AS n`,
    [id],
  );
});

const nameOf = (n: number) => `App-${String(n).padStart(3, '0')}`;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_none, n) => from + n);
const clientIds = ({ json }: Answer) => (json as { clientId: string }[]).map(({ clientId }) => clientId);
const domainNames = ({ json }: Answer) => (json as { domain: string }[]).map((each) => each.domain);
const linksOf = ({ headers }: Answer) =>
  Object.fromEntries(
    [...String(headers['link'] ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url, relation]) => [
      relation,
      url!.replace(PUBLIC_URL, ''),
    ]),
  );

describe('list of clients', () => {
  const list = (query = '', headers = {}) => caller.get(`/v1/domain/${domain}/client${query}`, headers);

  it('is complete without a limit, streamed, with its length', async () => {
    const answer = await list();

    expect(clientIds(answer)).toEqual(range(1, COUNT).map(nameOf));
    expect(answer.headers).toMatchObject({ 'x-total-count': `${COUNT}`, 'content-type': 'application/json; charset=utf-8' });
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(answer.headers).not.toHaveProperty('link');
    const { json } = await caller.get(`/v1/domain/${domain}/client/App-008`);
    expect((answer.json as object[])[7]).toEqual({ ...(json as object), active: true, name: null });
  });

  it('has the accepted media type, also as a stream', async () => {
    const { headers, text } = await list('', { Accept: 'text/plain' });

    expect([headers['content-type'], JSON.parse(text)]).toEqual(['text/plain; charset=utf-8', expect.any(Array)]);
  });

  it('splits the list into pages that link to their neighbours', async () => {
    const path = `/v1/domain/${domain}/client`;
    const [first, last, beyond] = [await list('?limit=100'), await list('?limit=100&offset=200'), await list('?limit=100&offset=900')];

    expect([clientIds(first).length, clientIds(last), clientIds(beyond)]).toEqual([100, range(201, COUNT).map(nameOf), []]);
    expect([first, last, beyond].map(({ headers }) => headers['x-total-count'])).toEqual(['230', '230', '230']);
    expect([first, last, beyond].map(linksOf)).toEqual([
      { next: `${path}?limit=100&offset=100` },
      { prev: `${path}?limit=100&offset=100` },
      { prev: `${path}?limit=100&offset=200` },
    ]);
  });

  it.each([
    ['?search=app-00', range(1, 9).map(nameOf), '9'],
    ['?search=APP-22&limit=2&offset=1', ['App-221', 'App-222'], '10'],
    ['?search=%25', [], '0'],
    ['?search=_', [], '0'],
    ['?search=%00', [], '0'],
    ['?search=&offset=228', ['App-229', 'App-230'], '230'],
  ])('finds for %s the clients %j', async (query, expected, total) => {
    const answer = await list(query);

    expect([clientIds(answer), answer.headers['x-total-count']]).toEqual([expected, total]);
  });

  it.each(['?limit=0', '?limit=101', '?limit=x', '?offset=-1', '?limit=1&limit=2', '?Search=a'])('rejects %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});

describe('list of thousands of large clients', () => {
  const LARGE = { clients: 2_500, uris: 10, uriLength: 2_000 };
  const LARGE_BYTES = LARGE.clients * LARGE.uris * LARGE.uriLength;

  it('keeps only a part in memory, however slowly its reader receives it', async () => {
    const other = fixture.management.as((await createSubscription(fixture.database.url)).apiKey);
    const name = await other.registerDomain();
    await fixture.rows.query(
      `INSERT INTO client (domain_id, client_id, client_type, grant_type, scope, redirect_uris)
       SELECT domain.id, 'app-' || n, 'Confidential', 'AuthorizationCode', 'openid',
         ARRAY (SELECT rpad('https://a.example/' || uri, $3::integer, 'x') FROM generate_series(1, $4::integer) AS uri)
       FROM domain, generate_series(1, $2::integer) AS n WHERE name = $1`,
      [name, LARGE.clients, LARGE.uriLength, LARGE.uris],
    );
    const before = bytesInUse();
    const [response] = (await once(
      get(`${fixture.management.url}/v1/domain/${name}/client`, { headers: { 'x-api-key': other.apiKey }, agent: false }),
      'response',
    )) as [IncomingMessage];

    // Enough time to read the whole list.
    await delay(3_000);
    const growth = bytesInUse() - before;
    let bytes = 0;
    for await (const part of response) bytes += (part as Buffer).length;

    expect(response.headers['x-total-count']).toBe(String(LARGE.clients));
    expect(bytes).toBeGreaterThan(LARGE_BYTES);
    expect(growth).toBeLessThan(LARGE_BYTES / 4);
  }, 60_000);
});

describe('list of domains', () => {
  it('is complete without a limit, and supports pages and a search with one', async () => {
    const [whole, page] = [await caller.get('/v1/domain'), await caller.get('/v1/domain?search=SHOP-2&limit=10&offset=10')];

    expect(domainNames(whole)).toEqual([domain, ...range(1, COUNT).map((n) => `shop-${String(n).padStart(3, '0')}.example.com`)]);
    expect(whole.headers['x-total-count']).toBe(`${COUNT + 1}`);
    expect(domainNames(page)).toEqual(range(210, 219).map((n) => `shop-${n}.example.com`));
    expect(linksOf(page)).toEqual({
      prev: '/v1/domain?search=SHOP-2&limit=10&offset=0',
      next: '/v1/domain?search=SHOP-2&limit=10&offset=20',
    });
  });

  it('tells the kind, the status and the name of the domains in a page', async () => {
    await caller.put(`/v1/domain/${domain}/branding`, { name: 'Hollin Bikes' });

    const { json } = await caller.get('/v1/domain?limit=2');

    expect(json).toEqual([
      { domain, kind: 'sandbox', status: 'active', name: 'Hollin Bikes' },
      { domain: 'shop-001.example.com', kind: 'custom', status: expect.any(String), name: null },
    ]);
  });

  it('is empty for a subscription without domains', async () => {
    const { apiKey } = await createSubscription(fixture.database.url);

    const { json, headers } = await fixture.management.as(apiKey).get('/v1/domain');

    expect([json, headers['x-total-count']]).toEqual([[], '0']);
  });
});
