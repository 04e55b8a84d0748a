import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { TextReceiver } from '../../../../test/support/text-receiver.js';

const POLL_OPTIONS = { timeoutMs: 25_000 };

let database: TestDatabase;
let rows: Rows;
let management: StartedManagement;
let caller: Caller;
let receiver: TextReceiver;
let domainId: string;
let webhookId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  management = await startManagement(database.url);
  caller = management.as(management.apiKey);
});

afterAll(async () => {
  await management.stop();
  await rows.end();
  await database.drop();
});

beforeEach(async () => {
  const domain = await caller.registerDomain();
  domainId = (await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]))[0]!.id;
  receiver = await TextReceiver.start();
  webhookId = ((await caller.post(`/v1/domain/${domain}/webhook`, { url: `${receiver.url}/` })).json as { id: string }).id;
});

const addEvent = (type: string) => rows.insert('log_entry', { domain_id: domainId, type });
/** The milliseconds between successive requests. */
function recordPauses(status: number, headers: Record<string, string> = {}): number[] {
  const [pauses, last] = [[] as number[], { at: 0 }];
  receiver.answer((attempt) => {
    const now = performance.now();
    if (attempt > 1) pauses.push(now - last.at);
    last.at = now;
    return attempt <= 3 ? { status, headers } : { status: 204 };
  });
  return pauses;
}

describe('failed webhook attempts', () => {
  it('are repeated after half a second, and then after twice as long each time', async () => {
    const pauses = recordPauses(500);
    await addEvent('client.created');
    await eventually(() => pauses.length === 3, POLL_OPTIONS);
    await receiver.stop();

    // A busy machine is late, but never early.
    expect(pauses.map((pause, n) => pause >= 490 * 2 ** n)).toEqual([true, true, true]);
    expect(pauses[0]).toBeLessThan(4_000);
  });

  it('are repeated after the time that the receiver asks for', async () => {
    const pauses = recordPauses(429, { 'Retry-After': '2' });
    await addEvent('client.created');
    await eventually(() => pauses.length === 2, POLL_OPTIONS);
    await receiver.stop();

    expect(pauses.every((pause) => pause >= 1_990)).toBe(true);
  });

  it('wait at most a minute', async () => {
    recordPauses(503, { 'Retry-After': '86400' });
    await addEvent('client.created');
    const waiting = await eventually(async () => {
      const [row] = await rows.query<{ seconds: number }>(
        `SELECT extract(epoch FROM next_attempt_at - now())::float8 AS seconds FROM webhook WHERE id = $1 AND failures = 1`,
        [webhookId],
      );
      return row;
    }, POLL_OPTIONS);
    await receiver.stop();

    expect(waiting.seconds).toBeGreaterThan(40);
    expect(waiting.seconds).toBeLessThanOrEqual(60);
  });
});

it('leases a webhook for 5 seconds, and renews the lease while its receiver takes longer to respond', async () => {
  receiver.answer(() => 'take-then-hang');
  await addEvent('client.created');
  await eventually(() => receiver.requests.length === 1, POLL_OPTIONS);
  const readLease = async () =>
    (
      await rows.query<{ until: number; left: number }>(
        `SELECT extract(epoch FROM leased_until)::float8 AS until, extract(epoch FROM leased_until - now())::float8 AS left FROM webhook WHERE id = $1`,
        [webhookId],
      )
    )[0]!;
  const first = await readLease();
  const renewed = await eventually(async () => {
    const lease = await readLease();
    return lease.until > first.until && lease;
  }, POLL_OPTIONS);
  await receiver.stop();

  expect([first.left, renewed.left].every((left) => left <= 5)).toBe(true);
});
