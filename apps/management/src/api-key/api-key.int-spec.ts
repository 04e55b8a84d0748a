import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cliJson } from '../../../../test/support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import type { Answer, Call } from '../../../../test/support/http.js';
import { startManagement, type StartedManagement } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';

const BOOTSTRAP = { WORKER: 'off', BOOTSTRAP_API_KEY: 'the-same-for-all-replicas' };

let database: TestDatabase;
let replicas: [StartedManagement, StartedManagement];

beforeAll(async () => {
  database = await createTestDatabase();
  replicas = await Promise.all([startManagement(database.url, BOOTSTRAP), startManagement(database.url, BOOTSTRAP)]);
});

afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await database.drop();
});

function call(path: string, request: Call = {}): Promise<Answer> {
  return replicas[0].send(path, request);
}

function expectRefusal({ status, headers, json }: Answer): void {
  expect(json).toEqual({
    type: '/problems/unauthenticated',
    title: 'A valid API key is required',
    status: 401,
    detail: 'Send the API key of a subscription in the x-api-key header.',
    instance: `urn:request:${headers['x-request-id']}`,
  });
  expect(status).toBe(401);
  expect(headers['www-authenticate']).toBe('ApiKey realm="management", header="x-api-key"');
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
}

describe('API keys', () => {
  it('authenticate requests of their subscription', async () => {
    const { apiKey } = await createSubscription(database.url);

    expect((await call('/v1/domain', { headers: { 'X-API-Key': apiKey } })).json).toEqual([]);
  });

  it.each<[string, Call['headers']]>([
    ['missing', {}],
    ['empty', { 'x-api-key': '' }],
    ['unknown', { 'x-api-key': 'latchkey_unknown' }],
    ['sent as a bearer token', { authorization: `Bearer ${BOOTSTRAP.BOOTSTRAP_API_KEY}` }],
    ['sent as a password', { authorization: `Basic ${btoa(`x:${BOOTSTRAP.BOOTSTRAP_API_KEY}`)}` }],
    ['sent as a cookie', { cookie: `x-api-key=${BOOTSTRAP.BOOTSTRAP_API_KEY}` }],
    ['sent in another case', { 'x-api-key': BOOTSTRAP.BOOTSTRAP_API_KEY.toUpperCase() }],
    ['longer than the right one', { 'x-api-key': `${BOOTSTRAP.BOOTSTRAP_API_KEY}x` }],
    ['sent twice', { 'x-api-key': [BOOTSTRAP.BOOTSTRAP_API_KEY, BOOTSTRAP.BOOTSTRAP_API_KEY] }],
    ['thousands of characters long', { 'x-api-key': 'x'.repeat(8_000) }],
    ['not ASCII', { 'x-api-key': 'schl\u00FCssel' }],
  ])('rejects a key that is %s', async (_what, headers) => {
    expectRefusal(await call('/v1/domain', { headers: headers ?? {} }));
  });

  it.each(['x-api-key', 'apiKey', 'api_key', 'key', 'access_token'])('rejects a key in the query as %s', async (name) => {
    expectRefusal(await call(`/v1/domain?${name}=${BOOTSTRAP.BOOTSTRAP_API_KEY}`));
  });

  const json = { 'Content-Type': 'application/json' };

  it.each<[string, string, Call]>([
    ['a body that is not JSON', '/v1/domain', { method: 'POST', headers: json, body: '{' }],
    ['a body of another type', '/v1/domain', { method: 'POST', headers: { 'Content-Type': 'text/xml' }, body: '<a/>' }],
    ['a compressed body', '/v1/domain', { method: 'POST', headers: { ...json, 'Content-Encoding': 'gzip' }, body: 'x' }],
    ['a body that is too large', '/v1/domain', { method: 'POST', headers: json, body: 'x'.repeat(300_000) }],
    [
      'a body that is too large, in chunks',
      '/v1/domain',
      { method: 'POST', headers: json, body: ['x'.repeat(200_000), 'x'.repeat(200_000)] },
    ],
    ['an invalid request', '/v1/domain', { method: 'POST', headers: json, body: '{"other":1}' }],
    ['an unknown address', '/v1/nothing', {}],
    ['the bare prefix', '/v1', {}],
    ['an unknown method', '/v1/domain', { method: 'PROPFIND' }],
    ['a method that the address does not take', '/v1/domain', { method: 'PUT' }],
    ['OPTIONS', '/v1/domain', { method: 'OPTIONS' }],
    ['an unknown domain', '/v1/domain/none.example.com', {}],
    ['an unknown client', '/v1/domain/none.example.com/client/app', { method: 'DELETE' }],
    ['a client id that is none', '/v1/domain/none.example.com/client/a%20b', {}],
    ['a bad percent-encoding', '/v1/domain/%zz', {}],
    ['an unacceptable Accept', '/v1/domain', { headers: { Accept: 'image/png' } }],
    ['a trailing slash', '/v1/domain/', {}],
    ['doubled slashes', '/v1//domain', {}],
  ])('reports a missing key before any other error: %s', async (_what, path, request) => {
    expectRefusal(await call(path, request));
  });

  it('answers HEAD without a key with an empty body', async () => {
    const { status, headers, text } = await call('/v1/domain', { method: 'HEAD' });

    expect({ status, text }).toEqual({ status: 401, text: '' });
    expect(headers['www-authenticate']).toMatch(/^ApiKey /);
  });

  it('requires no key for public paths', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs']) expect((await call(path)).status).toBe(200);
  });

  it('stores only the hash of a key', async () => {
    const { id, apiKey } = (await cliJson(database.url, 'subscription', 'create', 'hashed')) as { id: string; apiKey: string };

    const [stored] = await sql<{ row: string }>(database.url, 'SELECT k::text AS row FROM api_key AS k WHERE subscription_id = $1', [id]);

    expect(apiKey).toMatch(/^latchkey_[\w-]{43}$/);
    expect(stored!.row).not.toContain(apiKey);
    expect(stored!.row).not.toContain(apiKey.slice('latchkey_'.length));
  });
});

describe('several keys of a subscription', () => {
  it('see the same domains; every replica rejects a revoked key immediately and accepts the others', async () => {
    const first = (await cliJson(database.url, 'subscription', 'create', 'several')) as { apiKey: string };
    const second = (await cliJson(database.url, 'key', 'create', 'several')) as { id: string; apiKey: string };
    const domain = await replicas[0].as(first.apiKey).registerDomain();
    for (const replica of replicas) expect((await replica.as(second.apiKey).get('/v1/domain')).json).toEqual([{ domain }]);

    await cliJson(database.url, 'key', 'revoke', second.id);

    for (const replica of replicas) {
      expectRefusal(await replica.as(second.apiKey).get('/v1/domain'));
      expect((await replica.as(first.apiKey).get('/v1/domain')).json).toEqual([{ domain }]);
    }
  });
});
