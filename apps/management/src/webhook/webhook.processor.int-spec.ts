import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows, type Row } from '../../../../test/support/rows.js';
import { readWebhook, type WebhookBody, type WebhookReceiverKeys } from '../../../../test/support/standard-webhooks.js';
import { TextReceiver, type Behavior } from '../../../../test/support/text-receiver.js';
import { countParents, TRACED_ENTRY } from '../../../../test/support/traced-entry.js';

const POLL_OPTIONS = { timeoutMs: 25_000 };
const SUB = '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11';

type StartedWebhook = WebhookReceiverKeys & { id: string; receiver: TextReceiver };

let database: TestDatabase;
let rows: Rows;
let workers: StartedManagement[];
let caller: Caller;
let domain: string;
let domainId: string;
const receivers: TextReceiver[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  // Two workers, to reveal whether one repeats the other's work.
  const settings = { BOOTSTRAP_API_KEY: 'the-same-for-both' };
  workers = [await startManagement(database.url, settings), await startManagement(database.url, settings)];
  caller = workers[0]!.as('the-same-for-both');
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all([...receivers.map((receiver) => receiver.stop()), rows.end()]);
  await database.drop();
});

beforeEach(async () => {
  domain = await caller.registerDomain();
  domainId = (await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]))[0]!.id;
});

const pathOf = (id: string) => `/v1/domain/${domain}/webhook/${id}`;
const addEvent = (type: string, values: Row = {}) => rows.insert('log_entry', { domain_id: domainId, type, ...values });
const waitForRequests = ({ receiver }: StartedWebhook, count: number) => eventually(() => receiver.requests.length >= count, POLL_OPTIONS);

async function startWebhook(configuration: Row = {}): Promise<StartedWebhook> {
  const receiver = await TextReceiver.start();
  receivers.push(receiver);
  const { json } = await caller.post(`/v1/domain/${domain}/webhook`, { url: `${receiver.url}/hook?a=b`, ...configuration });
  return { ...(json as WebhookReceiverKeys & { id: string }), receiver };
}

/** The bodies that a webhook has received and verified so far. */
function readAll(webhook: StartedWebhook): WebhookBody[] {
  return webhook.receiver.requests.map((request) => readWebhook(request, webhook));
}

async function listDeliveries({ id }: StartedWebhook): Promise<Row[]> {
  return (await caller.get(`${pathOf(id)}/delivery`)).json as Row[];
}

/** Waits until the newest delivery has this status. @returns it */
async function waitForFirst(webhook: StartedWebhook, isWanted: (delivery: Row) => boolean): Promise<Row> {
  return eventually(async () => (await listDeliveries(webhook)).slice(0, 1).find(isWanted), POLL_OPTIONS);
}

const waitForStatus = (webhook: StartedWebhook, wanted: string) => waitForFirst(webhook, ({ status }) => status === wanted);

/** Waits for a failed attempt, and makes the next one due. @returns the delivery after the failure */
async function failOnce(webhook: StartedWebhook): Promise<Row> {
  const delivery = await waitForFirst(webhook, ({ attempts, status }) => attempts === 1 && status === 'Retrying');
  await rows.query('UPDATE webhook SET next_attempt_at = now() WHERE id = $1', [webhook.id]);
  return delivery;
}

describe('webhook delivery', () => {
  it('sends the selected events, each signed with both keys', async () => {
    const webhook = await startWebhook({ eventTypes: ['user.*'] });
    await addEvent('client.created');
    await addEvent('user.sign_in_failed', { sub: SUB, data: { reason: 'wrong-code' }, request_id: 'a-request' });

    const delivery = await waitForStatus(webhook, 'Delivered');

    const actor = { type: 'service', id: null, name: null };
    const data = { sequence: expect.any(Number), actor, client: null, requestId: 'a-request', traceId: null };
    expect(readAll(webhook)).toEqual([
      {
        type: 'user.sign_in_failed',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        data: { domain, user: SUB, reason: 'wrong-code', ...data },
      },
    ]);
    const { path, headers } = webhook.receiver.requests[0]!;
    expect([path, headers['content-type'], headers['webhook-id']]).toEqual(['/hook?a=b', 'application/json', delivery['id']]);
    expect(delivery).toMatchObject({ eventType: 'user.sign_in_failed', attempts: 1, responseStatus: 201, error: null });
    expect(delivery).toMatchObject({ durationMs: expect.any(Number), lastAttemptAt: expect.any(String) });
  });

  it('sends each of many events once and in order, with two workers', async () => {
    const webhook = await startWebhook();
    const ids = Array.from({ length: 60 }, (_none, n) => `request-${n}`);
    for (const id of ids) await addEvent('user.updated', { request_id: id });

    await waitForRequests(webhook, ids.length);
    await waitForStatus(webhook, 'Delivered');

    expect(readAll(webhook).map(({ data }) => data['requestId'])).toEqual(ids);
  });

  it('sends an event that commits after later ones', async () => {
    const webhook = await startWebhook();
    const commit = Promise.withResolvers<void>();
    const late = rows.inTransaction(async (query) => {
      await query(`INSERT INTO log_entry (domain_id, type, actor_type) VALUES ('${domainId}', 'user.deleted', 'service')`);
      await addEvent('user.created');
      await commit.promise;
    });
    await waitForRequests(webhook, 1);

    commit.resolve();
    await late;

    await waitForRequests(webhook, 2);
    expect(readAll(webhook).map(({ type }) => type)).toEqual(['user.created', 'user.deleted']);
  });

  it('repeats an event until it is accepted, with the same id, in its trace; the next event waits, but no worker does', async () => {
    const behaviors: [Behavior, string, number | null][] = [
      [{ status: 500 }, 'The receiver answered with the status 500.', 500],
      [{ status: 307, headers: { Location: '/' } }, 'The receiver answered with the status 307, a redirect, which is not followed.', 307],
      ['hang-up', 'The receiver cannot be reached.', null],
      ['take-then-hang', 'The receiver took too long to answer.', null],
    ];
    const webhooks = await Promise.all(behaviors.map(() => startWebhook({ eventTypes: ['user.*'] })));
    for (const [n, { receiver }] of webhooks.entries()) receiver.answer((attempt) => (attempt === 1 ? behaviors[n]![0] : { status: 204 }));
    await addEvent('user.created', TRACED_ENTRY);
    const failed = await Promise.all(webhooks.map(failOnce));
    await addEvent('user.updated');

    await Promise.all(webhooks.map((webhook) => waitForRequests(webhook, 3)));

    expect(failed.map(({ status, error, responseStatus }) => [status, error, responseStatus])).toEqual(
      behaviors.map(([, error, status]) => ['Retrying', error, status]),
    );
    expect(webhooks.map((webhook) => readAll(webhook).map(({ type }) => type))).toEqual(
      webhooks.map(() => ['user.created', 'user.created', 'user.updated']),
    );
    for (const { receiver } of webhooks) {
      const [first, second] = receiver.requests.map(({ headers }) => headers['webhook-id']);
      expect(second).toBe(first);
      expect([countParents(receiver.requests), receiver.requests[2]!.headers['traceparent']]).toEqual([2, undefined]);
    }
    const [job = ''] = workers.flatMap(({ log }) => log.split('\n')).filter((line) => line.includes(`"deliver-${webhooks[3]!.id}-1"`));
    expect((JSON.parse(job) as { ms: number }).ms).toBeLessThan(4_000);
  });

  it('does not read a response of megabytes', async () => {
    const webhook = await startWebhook();
    webhook.receiver.answer(() => ({ status: 200, body: 'x'.repeat(10_000_000) }));
    await addEvent('user.created');

    expect(await waitForStatus(webhook, 'Delivered')).toMatchObject({ responseStatus: 200 });
  });

  it('sends no request to a private address', async () => {
    const webhook = await startWebhook();
    await rows.query(`UPDATE webhook SET url = 'https://10.0.0.1/' WHERE id = $1`, [webhook.id]);
    await addEvent('user.created');

    await eventually(async () => (await listDeliveries(webhook))[0]?.['attempts'] === 1, POLL_OPTIONS);

    const [{ error } = {}] = await listDeliveries(webhook);
    expect(error).toBe('The receiver points to an address that is not public.');
  });

  it('also signs with the old secret for a day', async () => {
    // Excludes the events of the rotation itself, which arrive whenever they are chained.
    const webhook = await startWebhook({ eventTypes: ['user.*'] });
    const { secret } = (await caller.post(`${pathOf(webhook.id)}/secret`)).json as { secret: string };
    await caller.post(`${pathOf(webhook.id)}/test`);
    await waitForStatus(webhook, 'Delivered');
    const test = { type: 'webhook.tested', timestamp: expect.any(String), data: { domain } };
    expect([readAll({ ...webhook, secret }), readAll(webhook)]).toEqual([[test], [test]]);

    await rows.query(`UPDATE webhook SET previous_secret_expires_at = now() WHERE id = $1`, [webhook.id]);
    webhook.receiver.answer(() => ({ status: 200 }));
    await caller.post(`${pathOf(webhook.id)}/test`);
    await waitForRequests(webhook, 1);

    expect(() => readAll(webhook)).toThrow('no signature by the secret');
    expect(readAll({ ...webhook, secret })).toEqual([test]);
  });

  it('sends events again that an operator replays, by id or by time', async () => {
    const webhook = await startWebhook({ eventTypes: ['user.*'] });
    for (const type of ['user.created', 'user.updated']) await addEvent(type);
    await waitForRequests(webhook, 2);
    const { id } = await waitForStatus(webhook, 'Delivered');
    const replay = (body: Row) => caller.post(`${pathOf(webhook.id)}/replay`, body);

    expect((await replay({ deliveryIds: [id] })).status).toBe(202);
    expect((await caller.get(`/v1/domain/${domain}/log?type=webhook.replayed`)).json).toMatchObject([{ data: { webhook: webhook.id } }]);
    await waitForRequests(webhook, 3);
    await waitForStatus(webhook, 'Delivered');
    expect((await replay({ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' })).status).toBe(202);
    expect((await replay({ from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' })).status).toBe(202);
    await waitForRequests(webhook, 5);

    expect(readAll(webhook).map(({ type }) => type)).toEqual([
      'user.created',
      'user.updated',
      'user.updated',
      'user.created',
      'user.updated',
    ]);
  });
});

describe('disabled webhooks', () => {
  it.each([
    ['by a receiver that answers 410', { status: 410 }, 'failing_since', /^The receiver answered with the status 410/],
    ['after three days of failures', { status: 503 }, `now() - interval '73 hours'`, /^Every attempt failed for three days\. .*503/],
  ])('are disabled if the receiver %s; pending events can be replayed', async (_why, behavior, failingSince, reason) => {
    const webhook = await startWebhook();
    await rows.query(`UPDATE webhook SET failures = 9, failing_since = ${failingSince} WHERE id = $1`, [webhook.id]);
    webhook.receiver.answer(() => behavior);
    const types = ['user.created', 'user.updated']; // In one statement, because the first event disables the webhook.
    await rows.query(`INSERT INTO log_entry (domain_id, type, actor_type) SELECT $1, unnest($2::text[]), 'service'`, [domainId, types]);

    const last = await waitForStatus(webhook, 'Failed');

    const { json } = await caller.get(pathOf(webhook.id));
    expect(json).toMatchObject({ enabled: false, disabledReason: expect.stringMatching(reason) });
    expect(webhook.receiver.requests).toHaveLength(1);
    expect((await caller.get(`/v1/domain/${domain}/log?type=webhook.disabled`)).json).toMatchObject([{ data: { webhook: webhook.id } }]);

    webhook.receiver.answer(() => ({ status: 200 }));
    await caller.put(pathOf(webhook.id), { url: webhook.receiver.url, eventTypes: ['user.*'] });
    await caller.post(`${pathOf(webhook.id)}/replay`, { deliveryIds: (await listDeliveries(webhook)).map(({ id }) => id) });
    await waitForRequests(webhook, 2);
    expect(readAll(webhook).map(({ type }) => type)).toEqual(['user.created', 'user.updated']);
    expect((await caller.get(pathOf(webhook.id))).json).toMatchObject({ enabled: true, disabledReason: null });
    expect(last).toMatchObject({ eventType: 'user.updated', attempts: 0 });
  });

  it('send pending events once the operator enables them again, but no events from the time in between', async () => {
    const webhook = await startWebhook({ eventTypes: ['user.*'] });
    webhook.receiver.answer((attempt) => ({ status: attempt === 1 ? 500 : 200 }));
    const configuration = { url: webhook.receiver.url, eventTypes: ['user.*'] };
    await addEvent('user.created');
    await eventually(async () => (await listDeliveries(webhook))[0]?.['attempts'] === 1, POLL_OPTIONS);
    await caller.put(pathOf(webhook.id), { ...configuration, enabled: false });
    await addEvent('user.updated');

    await caller.put(pathOf(webhook.id), configuration);
    await addEvent('user.deleted');

    await waitForRequests(webhook, 3);
    expect(readAll(webhook).map(({ type }) => type)).toEqual(['user.created', 'user.created', 'user.deleted']);
  });
});

describe('log of the workers', () => {
  it('contains neither events nor secrets', async () => {
    const webhook = await startWebhook();
    await addEvent('user.created', { sub: SUB });
    await waitForStatus(webhook, 'Delivered');

    await eventually(() => workers.some(({ log }) => log.includes(`"deliver-${webhook.id}-`)), POLL_OPTIONS);
    expect(workers.map(({ log }) => log).join('\n')).not.toMatch(new RegExp(`${SUB}|whsec_|user\\.created|hook\\?a`));
  });
});

describe('streams of security events', () => {
  it("contain the events of user changes in the order of the log, and forget them after the user's deletion", async () => {
    const { json } = await caller.post(`/v1/domain/${domain}/user`, { preferredUsername: 'somebody.else', name: 'Somebody Else' });
    const { sub } = json as { sub: string };
    await rows.insert('client', { domain_id: domainId, client_id: 'receiver', scope: 'ssf.manage' });
    const types = ['account-disabled', 'account-purged'].map((name) => `https://schemas.openid.net/secevent/risc/event-type/${name}`);
    const stream = { domain_id: domainId, client_id: 'receiver', status: 'enabled', events_requested: types };
    const { id } = await rows.insert('ssf_stream', stream);
    const listTypes = async () => {
      const found = await rows.query<{ type: string; subject: string }>(
        'SELECT event_type AS type, subject FROM ssf_event WHERE stream_id = $1 ORDER BY position',
        [id],
      );
      return found.map((event) => [event.type, event.subject]);
    };

    await caller.patch(`/v1/domain/${domain}/user/${sub}`, { active: false });
    await eventually(async () => (await listTypes()).length === 1, POLL_OPTIONS);
    await caller.delete(`/v1/domain/${domain}/user/${sub}`);
    await eventually(async () => (await listTypes()).length === 2, POLL_OPTIONS);

    expect(await listTypes()).toEqual(types.map((type) => [type, sub]));
  });
});
