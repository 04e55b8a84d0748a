import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { kindOf } from '../../../../test/support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import { ACCEPTED_REPLAYS, ACCEPTED_WEBHOOKS, REFUSED_REPLAYS, REFUSED_WEBHOOKS, REPLAY } from './webhook-bodies.fixture.js';

const CONFIGURATION = {
  url: 'https://app.example.com/webhook?tenant=1',
  eventTypes: ['user.*', 'client.created'],
  enabled: false,
  description: 'Ä',
};
const ABSENT = '00000000-0000-4000-8000-000000000000';
const NOT_FOUND = '404 /problems/webhook-not-found';

let database: TestDatabase;
let rows: Rows;
let management: StartedManagement;
let caller: Caller;
let domain: string;
let path: string;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  management = await startManagement(database.url, { WORKER: 'off' });
  caller = management.as((await createSubscription(database.url)).apiKey);
});

afterAll(async () => {
  await Promise.all([management.stop(), rows.end()]);
  await database.drop();
});

beforeEach(async () => {
  domain = await caller.registerDomain();
  path = `/v1/domain/${domain}/webhook`;
});

async function createWebhook(body: object = { url: CONFIGURATION.url }): Promise<Record<string, unknown> & { id: string; secret: string }> {
  const { status, json } = await caller.post(path, body);
  expect(status).toBe(201);
  return json as Awaited<ReturnType<typeof createWebhook>>;
}

async function listChanges(type: string): Promise<string[][]> {
  const { json } = await caller.get(`/v1/domain/${domain}/log?type=${type}`);
  return (json as { data: { webhook: string; changed?: string[] } }[]).map(({ data }) => [data.webhook, ...(data.changed ?? [])]);
}

describe('webhooks', () => {
  it('show the secret once, and have defaults', async () => {
    const { secret, ...webhook } = await createWebhook();

    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.any(String),
      url: CONFIGURATION.url,
      eventTypes: ['*'],
      enabled: true,
      description: null,
      disabledReason: null,
      publicKey: expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/),
    });
    expect((await caller.get(`${path}/${webhook.id}`)).json).toEqual(webhook);
    expect((await caller.get(path)).json).toEqual([webhook]);
  });

  it('are replaced completely, except for their keys', async () => {
    const { id, publicKey } = await createWebhook();

    expect(await caller.put(`${path}/${id}`, CONFIGURATION)).toMatchObject({ status: 204, text: '' });

    expect((await caller.get(`${path}/${id}`)).json).toEqual({ id, ...CONFIGURATION, disabledReason: null, publicKey });
    await caller.put(`${path}/${id}`, { ...CONFIGURATION, enabled: true });
    expect(await listChanges('webhook.updated')).toEqual([
      [id, 'enabled'],
      [id, 'eventTypes', 'enabled', 'description'],
    ]);
  });

  it('get a new secret, which the log does not show', async () => {
    const { id, secret } = await createWebhook();

    const { status, json } = await caller.post(`${path}/${id}/secret`);

    expect({ status, json }).toEqual({ status: 200, json: { secret: expect.stringMatching(/^whsec_/) } });
    expect((json as { secret: string }).secret).not.toBe(secret);
    expect(await listChanges('webhook.secret.rotated')).toEqual([[id]]);
  });

  it('are deleted with their deliveries', async () => {
    const { id } = await createWebhook();
    await caller.post(`${path}/${id}/test`);
    expect(await rows.count('webhook_delivery', `webhook_id = '${id}'`)).toBe(1);

    expect((await caller.delete(`${path}/${id}`)).status).toBe(204);

    expect([(await listChanges('webhook.created'))[0], await listChanges('webhook.deleted')]).toEqual([[id], [[id]]]);
    expect(kindOf(await caller.get(`${path}/${id}`))).toBe(NOT_FOUND);
    expect(await rows.count('webhook_delivery', `webhook_id = '${id}'`)).toBe(0);
  });

  it.each(['', '/delivery', '/secret', '/test', '/replay'])('returns 404 if the webhook does not exist: %s', async (part) => {
    const send = (id: string) =>
      ['', '/delivery'].includes(part)
        ? caller.get(`${path}/${id}${part}`)
        : caller.post(`${path}/${id}${part}`, part === '/replay' ? { deliveryIds: [] } : undefined);

    expect([kindOf(await send(ABSENT)), kindOf(await send('none'))]).toEqual([NOT_FOUND, NOT_FOUND]);
  });

  it('limits a domain to 50 webhooks', async () => {
    const [{ id: domain_id } = { id: '' }] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
    for (let n = 0; n < 49; n += 1) await rows.insert('webhook', { domain_id });

    const answers = await Promise.all([1, 2].map(() => caller.post(path, { url: CONFIGURATION.url })));

    expect(answers.map(kindOf).toSorted()).toEqual(['201', '409 /problems/webhook-conflict']);
  });

  it.each([
    [{ url: 'app.example.com' }, '/url', /^must be a URL such as https:\/\/app\.example\.com\/webhook$/],
    [{ url: 'http://app.example.com/webhook' }, '/url', /^must use https/],
    [{ url: 'https://10.0.0.1/webhook' }, '/url', /^https:\/\/10\.0\.0\.1\/webhook points to an address that is not public; name an /],
    [{ url: 'https://[fd00::1]/webhook' }, '/url', /points to an address that is not public; name an /],
    [{ url: undefined }, '/url', /^must be a URL/],
    [{ eventTypes: [] }, '/eventTypes', /^must have 1 to 100 different event types$/],
    [{ eventTypes: ['*', '*'] }, '/eventTypes', /^must have 1 to 100 different event types$/],
    [{ eventTypes: ['*', 'user.create'] }, '/eventTypes/1', /did you mean user\.created\?$/],
    [{ eventTypes: ['*', 'User'] }, '/eventTypes/1', /^must be an event type such as/],
    [{ enabled: 'yes' }, '/enabled', /^must be true or false$/],
    [{ description: 'line\nbreak' }, '/description', /^must be a text of at most 200 characters/],
    [{ secret: 'whsec_' }, '/secret', /^is not a property of this request$/],
  ])('rejects %j with a pointer', async (change, pointer, detail) => {
    const answer = await caller.post(path, { ...CONFIGURATION, ...change });

    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/invalid-request' } });
    expect((answer.json as { errors: unknown }).errors).toEqual([{ pointer, detail: expect.stringMatching(detail) }]);
  });
});

describe('webhook tests and replays', () => {
  it('are rejected while the webhook is disabled', async () => {
    const { id } = await createWebhook(CONFIGURATION);

    const answers = [await caller.post(`${path}/${id}/test`), await caller.post(`${path}/${id}/replay`, { deliveryIds: [] })];

    expect(answers.map(kindOf)).toEqual(['409 /problems/webhook-conflict', '409 /problems/webhook-conflict']);
  });

  it('wait in the list of deliveries, which can be filtered by status', async () => {
    const { id } = await createWebhook();

    expect((await caller.post(`${path}/${id}/test`)).status).toBe(202);

    const waiting = { eventType: 'webhook.tested', status: 'Retrying', attempts: 0, lastAttemptAt: null };
    const nothing = { responseStatus: null, durationMs: null, error: null };
    expect((await caller.get(`${path}/${id}/delivery`)).json).toEqual([{ id: expect.any(String), ...waiting, ...nothing }]);
    expect((await caller.get(`${path}/${id}/delivery?status=Failed`)).json).toEqual([]);
    expect((await caller.get(`${path}/${id}/delivery?status=failed`)).status).toBe(400);
  });

  it.each([
    [{}, ['/from', '/to']],
    [{ from: '2026-01-31T00:00:00Z' }, ['/to']],
    [{ from: 'today', to: '2026-01-31T00:00:00Z' }, ['/from']],
    [{ from: '2026-01-31T00:00:00.001Z', to: '2026-01-31T01:00:00+01:00' }, ['/from']],
    [{ deliveryIds: [], from: '2026-01-31T00:00:00Z' }, ['/from']],
    [{ deliveryIds: ['none'] }, ['/deliveryIds/0']],
    [{ deliveryIds: [ABSENT] }, ['/deliveryIds/0']],
  ])('reject %j with a pointer', async (body, pointers) => {
    const { id } = await createWebhook();

    const { status, json } = await caller.post(`${path}/${id}/replay`, body);

    expect(status).toBe(400);
    expect((json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });
});

describe('OpenAPI document of webhooks', () => {
  it.each([
    ['a webhook', 'PUT', '', { url: CONFIGURATION.url }, ACCEPTED_WEBHOOKS, REFUSED_WEBHOOKS],
    ['a replay', 'POST', '/replay', REPLAY, ACCEPTED_REPLAYS, REFUSED_REPLAYS],
  ] as const)('states what the service enforces for %s', async (_what, method, part, base, accepted, refused) => {
    const { id } = await createWebhook();
    const changes = [{}, ...accepted, ...refused];
    const results: unknown[] = [];
    for (const change of changes) {
      const body = JSON.parse(JSON.stringify({ ...base, ...change })) as unknown;
      const call = { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
      const { status } = await caller.send(`${path}/${id}${part}`, call);
      const stated = management.contract!.findRequestViolations({ method, path: `${path}/${id}${part}` }, body).length === 0;
      results.push([JSON.stringify(change), stated, status < 300]);
    }

    expect(results).toEqual(changes.map((change, index) => [JSON.stringify(change), index <= accepted.length, index <= accepted.length]));
  });
});

describe('webhook outbox', () => {
  let domain_id: string;
  const addEntry = () => rows.insert('log_entry', { domain_id });
  const countOutbox = () => rows.count('webhook_outbox', `domain_id = '${domain_id}'`);

  beforeEach(async () => {
    domain_id = await rows.domain();
  });

  it('contains only entries of domains with an enabled webhook', async () => {
    await addEntry();
    await rows.insert('webhook', { domain_id: await rows.domain() });
    await rows.insert('webhook', { domain_id, enabled: false });
    await addEntry();
    expect(await countOutbox()).toBe(0);

    await rows.insert('webhook', { domain_id });
    const { id } = await addEntry();

    expect(await rows.query('SELECT entry_id FROM webhook_outbox WHERE domain_id = $1', [domain_id])).toEqual([{ entry_id: id }]);
  });

  it('contains nothing of a transaction that was rolled back', async () => {
    await rows.insert('webhook', { domain_id });

    await rows.query(
      `DO $$ BEGIN INSERT INTO log_entry (domain_id, type, actor_type) VALUES ('${domain_id}', 'user.created', 'service');
       RAISE EXCEPTION 'changed its mind'; EXCEPTION WHEN raise_exception THEN NULL; END $$`,
    );

    expect([await countOutbox(), await rows.count('log_entry', `domain_id = '${domain_id}'`)]).toEqual([0, 0]);
  });
});
