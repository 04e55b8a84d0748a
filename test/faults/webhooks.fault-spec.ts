import { expect, it } from '@jest/globals';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startManagementProcess, type StartedManagementProcess } from '../support/management.js';
import { Rows } from '../support/rows.js';
import { TextReceiver, type ReceivedText } from '../support/text-receiver.js';
import { expireLeases } from './expire-leases.js';
import { IS_EVERY_FAULT } from './extent.js';

const BOOTSTRAP_API_KEY = 'the-same-for-all';
/** A kill after a request, before one, and while events are still being written. */
const KILLS = IS_EVERY_FAULT ? 50 : 3;
/** Transactions between two kills, of which a third roll back: with FAULTS=all 10,000 commit. */
const TRANSACTIONS_PER_KILL = IS_EVERY_FAULT ? 300 : 40;
const POLL_OPTIONS = { timeoutMs: 30_000 };
/** For what the kills have left to be delivered. */
const DELIVERED_OPTIONS = { timeoutMs: IS_EVERY_FAULT ? 900_000 : 30_000 };
const TIMEOUT_MS = IS_EVERY_FAULT ? 1_800_000 : 120_000;

/** Writes events, each in its own transaction, of which every third one rolls back. @returns the names of those that committed */
async function writeEvents(rows: Rows, domainId: string, round: number): Promise<string[]> {
  const committed: string[] = [];
  for (let n = 0; n < TRANSACTIONS_PER_KILL; n += 1) {
    const request_id = `${round}-${n}`;
    if (n % 3 === 2) await rollBackEvent(rows, domainId, `rolled-back-${request_id}`);
    else {
      await rows.insert('log_entry', { domain_id: domainId, type: 'user.created', request_id });
      committed.push(request_id);
    }
  }
  return committed;
}

async function rollBackEvent(rows: Rows, domainId: string, requestId: string): Promise<void> {
  await rows.query(
    `DO $$ BEGIN
       INSERT INTO log_entry (domain_id, type, actor_type, request_id) VALUES ('${domainId}', 'user.created', 'service', '${requestId}');
       RAISE EXCEPTION 'rolled back'; EXCEPTION WHEN raise_exception THEN NULL;
     END $$`,
  );
}

function readRequestId({ body }: ReceivedText): string {
  return (JSON.parse(body) as { data: { requestId: string } }).data.requestId;
}

function summarize(committed: number, arrived: number): string {
  const rolledBack = KILLS * TRANSACTIONS_PER_KILL - committed;
  return `${KILLS} kills; ${committed} events committed: 0 lost, in order, ${arrived - committed} twice; ${rolledBack} rolled back: 0 delivered\n`;
}

it(
  'management that is killed again and again loses no event, invents none, and keeps their order',
  async () => {
    const [database, receiver] = await Promise.all([createTestDatabase(), TextReceiver.start()]);
    const rows = new Rows(database.url);
    let worker: StartedManagementProcess | undefined;
    try {
      worker = await startManagementProcess(database.url, { BOOTSTRAP_API_KEY });
      const caller = worker.as(BOOTSTRAP_API_KEY);
      const domain = await caller.registerDomain();
      await caller.post(`/v1/domain/${domain}/webhook`, { url: receiver.url, eventTypes: ['user.*'] });
      const [{ id } = { id: '' }] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
      const committed: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const seen = receiver.requests.length;
        const writing = writeEvents(rows, id, kill);
        await eventually(() => receiver.requests.length > seen + kill, { ...POLL_OPTIONS, intervalMs: 1 });
        await worker.process.kill();
        committed.push(...(await writing));
        await expireLeases(database.url);
        await rows.query('UPDATE webhook SET leased_until = now()');
        worker = await startManagementProcess(database.url, { BOOTSTRAP_API_KEY });
      }

      await eventually(async () => (await rows.count('webhook_delivery', `status = 'delivered'`)) === committed.length, DELIVERED_OPTIONS);

      // The first arrival of each: what is repeated may follow.
      expect([...new Set(receiver.requests.map(readRequestId))]).toEqual(committed);
      expect(receiver.requests.length - committed.length).toBeLessThanOrEqual(KILLS);
      expect(await rows.count('webhook_outbox')).toBe(0);
      if (IS_EVERY_FAULT) process.stderr.write(summarize(committed.length, receiver.requests.length));
    } finally {
      await worker?.process.kill();
      await Promise.all([receiver.stop(), rows.end()]);
      await database.drop();
    }
  },
  TIMEOUT_MS,
);
