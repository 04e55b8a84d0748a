import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SIGNAL_TYPES } from '@latchkey/events';
import { cliJson } from '../../../../test/support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { TextReceiver } from '../../../../test/support/text-receiver.js';

const POLL_OPTIONS = { timeoutMs: 25_000 };
const STREAMS = 400;
/** Within the limit of a user's attributes. */
const LARGE_VALUE = 'v'.repeat(30_000);

let database: TestDatabase;
let rows: Rows;
let management: StartedManagement;
let caller: Caller;
const receivers: TextReceiver[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  management = await startManagement(database.url);
  caller = management.as(management.apiKey);
});

afterAll(async () => {
  await management.stop();
  await Promise.all([...receivers.map((receiver) => receiver.stop()), rows.end()]);
  await database.drop();
});

interface Heard {
  name: string;
  id: string;
  receiver: TextReceiver;
  /** The event types that the receiver has received, in order. */
  types: () => string[];
}

/** A domain with a webhook. */
async function startDomain(): Promise<Heard> {
  const name = await caller.registerDomain();
  const [{ id } = { id: '' }] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [name]);
  const receiver = await TextReceiver.start();
  receivers.push(receiver);
  await caller.post(`/v1/domain/${name}/webhook`, { url: `${receiver.url}/` });
  const types = () => receiver.requests.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  return { name, id, receiver, types };
}

const addEvent = (domain_id: string, type: string) => rows.insert('log_entry', { domain_id, type });

/** A stream for events with attribute values, which no receiver polls. */
async function addStream(domain_id: string): Promise<void> {
  const { client_id } = await rows.insert('client', { domain_id, scope: 'ssf.manage profile email' });
  await rows.insert('ssf_stream', { domain_id, client_id, status: 'enabled', events_requested: SIGNAL_TYPES });
}

it('stores changed attributes once for 400 streams, and delivers the events of other domains meanwhile', async () => {
  const [large, other] = [await startDomain(), await startDomain()];
  for (let n = 0; n < STREAMS; n += 1) await addStream(large.id);
  const users = `/v1/domain/${large.name}/user`;
  const { sub } = (await caller.post(users, { preferredUsername: 'jane.doe.of.them', name: 'Jane' })).json as { sub: string };
  const before = (await rows.query<{ bytes: number }>(`SELECT pg_total_relation_size('ssf_change')::integer AS bytes`))[0]!.bytes;

  for (let n = 0; n < 5; n += 1) expect((await caller.patch(`${users}/${sub}`, { name: `${LARGE_VALUE}${n}` })).status).toBe(204);
  await addEvent(other.id, 'client.created');

  await eventually(() => other.types().includes('client.created'), POLL_OPTIONS);
  await eventually(async () => (await rows.count('webhook_outbox')) === 0, POLL_OPTIONS);
  expect(await rows.count('ssf_event', `domain_id = '${large.id}'`)).toBe(5 * STREAMS);
  const [sizes] = await rows.query<{ changes: number; events: number }>(
    `SELECT pg_total_relation_size('ssf_change')::integer AS changes,
       (SELECT sum(pg_column_size(ssf_event)) FROM ssf_event WHERE domain_id = $1)::integer AS events`,
    [large.id],
  );
  expect(sizes!.changes - before).toBeLessThan(10 * 3 * LARGE_VALUE.length);
  expect(sizes!.events).toBeLessThan(5 * STREAMS * 1_000);
});

it('delivers the event of a domain while thousands of events of another domain wait', async () => {
  const [large, other] = [await startDomain(), await startDomain()];
  for (let n = 0; n < 19; n += 1) await rows.insert('webhook', { domain_id: large.id });
  await rows.query(
    `INSERT INTO log_entry (domain_id, type, actor_type) SELECT $1, 'client.created', 'service' FROM generate_series(1, 20000)`,
    [large.id],
  );
  await addEvent(other.id, 'client.created');

  await eventually(() => other.types().includes('client.created'), POLL_OPTIONS);

  expect(await rows.count('webhook_outbox', `domain_id = '${large.id}'`)).toBeGreaterThan(10_000);
  await caller.delete(`/v1/domain/${large.name}`);
});

describe('events that cannot be assigned', () => {
  it('do not delay other events', async () => {
    const [poisoned, ...others] = [await startDomain(), await startDomain(), await startDomain()];
    await rows.query(`
      CREATE FUNCTION refuse_user() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.event_type = 'user.deleted' THEN RAISE EXCEPTION 'poisonous'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse_user BEFORE INSERT ON webhook_delivery FOR EACH ROW EXECUTE FUNCTION refuse_user()`);
    const before = await rows.count('webhook_outbox', 'set_aside_at IS NOT NULL');
    await rows.query(
      `INSERT INTO log_entry (domain_id, type, actor_type)
       SELECT domain_id, CASE WHEN domain_id = $2 AND n = 20 THEN 'user.deleted' ELSE 'client.created' END, 'service'
       FROM generate_series(1, 40) AS n, unnest($1::uuid[]) AS domain_id`,
      [[poisoned, ...others].map(({ id }) => id), poisoned.id],
    );

    const countCreated = ({ types }: Heard) => types().filter((type) => type === 'client.created').length;
    await eventually(() => others.every((other) => countCreated(other) === 40), POLL_OPTIONS);
    await eventually(() => countCreated(poisoned) === 39, POLL_OPTIONS);

    expect(poisoned.types()).not.toContain('user.deleted');
    // Nothing of the domain follows the failing event until it is set aside.
    expect(await rows.count('webhook_outbox', 'set_aside_at IS NOT NULL')).toBe(before + 1);
    await eventually(
      async () => (await management.send('/metrics')).text.includes(`\nlatchkey_webhook_outbox_set_aside ${before + 1}\n`),
      POLL_OPTIONS,
    );
    await rows.query('DROP TRIGGER refuse_user ON webhook_delivery; DELETE FROM webhook_outbox WHERE set_aside_at IS NOT NULL');
  });

  it('are set aside after several attempts, shown to the operator, and sent when the operator retries them', async () => {
    const [poisoned, other] = [await startDomain(), await startDomain()];
    await rows.query(`
      CREATE FUNCTION refuse_delivery() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.event_type = 'client.deleted' THEN RAISE EXCEPTION 'poisonous'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse_delivery BEFORE INSERT ON webhook_delivery FOR EACH ROW EXECUTE FUNCTION refuse_delivery()`);
    for (const type of ['client.created', 'client.deleted', 'client.updated']) await addEvent(poisoned.id, type);
    await addEvent(other.id, 'user.created');

    await eventually(() => other.types().includes('user.created'), POLL_OPTIONS);
    await eventually(() => poisoned.types().includes('client.updated'), POLL_OPTIONS);

    expect(poisoned.types()).toEqual(['client.created', 'client.updated']);
    expect(await cliJson(database.url, 'event', 'list-set-aside')).toEqual([
      {
        domain: poisoned.name,
        type: 'client.deleted',
        sequence: expect.any(Number),
        setAsideAt: expect.stringMatching(/Z$/),
        error: expect.any(String),
      },
    ]);
    await eventually(
      async () => (await management.send('/metrics')).text.includes('\nlatchkey_webhook_outbox_set_aside 1\n'),
      POLL_OPTIONS,
    );
    await rows.query('DROP TRIGGER refuse_delivery ON webhook_delivery');
    expect(await cliJson(database.url, 'event', 'retry-set-aside')).toEqual({ retried: 1 });
    await eventually(() => poisoned.types().includes('client.deleted'), POLL_OPTIONS);
  });
});
