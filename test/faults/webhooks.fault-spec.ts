import { expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startManagement, startManagementProcess, type StartedManagement, type StartedManagementProcess } from '../support/management.js';
import { Rows } from '../support/rows.js';
import { TextReceiver, type ReceivedText } from '../support/text-receiver.js';
import { expireLeases } from './expire-leases.js';
import { IS_EVERY_FAULT } from './extent.js';

const BOOTSTRAP_API_KEY = 'the-same-for-all';
/** One in a delivery of the webhook, and one in a delivery of the stream, in turn. Meanwhile events are still being written. */
const KILLS = IS_EVERY_FAULT ? 50 : 2;
/** Transactions between two kills, a third of which roll back. With FAULTS=all, 10,000 commit. */
const TRANSACTIONS_PER_KILL = IS_EVERY_FAULT ? 300 : 40;
const POLL_OPTIONS = { timeoutMs: 30_000, intervalMs: 4 };
/** The time limit for delivering what the kills left. */
const DELIVERED_OPTIONS = { timeoutMs: IS_EVERY_FAULT ? 900_000 : 30_000, intervalMs: 100 };
const TIMEOUT_MS = IS_EVERY_FAULT ? 1_800_000 : 120_000;
const SUB = '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11';
const SECURITY_EVENT = 'https://schemas.openid.net/secevent/caep/event-type/credential-change';

/** Writes events, each in a separate transaction, every third of which rolls back. @returns the names of the committed ones */
async function writeEvents(rows: Rows, domainId: string, round: number): Promise<string[]> {
  const committed: string[] = [];
  for (let n = 0; n < TRANSACTIONS_PER_KILL; n += 1) {
    const request_id = `${round}-${n}`;
    if (n % 3 === 2) await rollBackEvent(rows, domainId, `rolled-back-${request_id}`);
    else {
      await rows.insert('log_entry', { domain_id: domainId, type: 'passkey.created', sub: SUB, request_id });
      committed.push(request_id);
    }
  }
  return committed;
}

async function rollBackEvent(rows: Rows, domainId: string, requestId: string): Promise<void> {
  await rows.query(
    `DO $$ BEGIN
       INSERT INTO log_entry (domain_id, type, sub, actor_type, request_id)
         VALUES ('${domainId}', 'passkey.created', '${SUB}', 'service', '${requestId}');
       RAISE EXCEPTION 'rolled back'; EXCEPTION WHEN raise_exception THEN NULL;
     END $$`,
  );
}

function readRequestId({ body }: ReceivedText): string {
  return (JSON.parse(body) as { data: { requestId: string } }).data.requestId;
}

/** The number of its entry in the log. */
function readSequence({ body }: ReceivedText): number {
  return Number((decodeJwt(body) as { txn: string }).txn.replace('log-', ''));
}

/** A stream that pushes security events. */
async function insertStream(rows: Rows, domainId: string, endpoint: string): Promise<void> {
  const { client_id } = await rows.insert('client', { domain_id: domainId, scope: 'ssf.manage' });
  const delivery = { status: 'enabled', events_requested: [SECURITY_EVENT], push_endpoint: endpoint };
  await rows.insert('ssf_stream', { domain_id: domainId, client_id, ...delivery });
}

function summarize(committed: number, ...arrived: number[]): string {
  const rolledBack = KILLS * TRANSACTIONS_PER_KILL - committed;
  const twice = arrived.map((count) => count - committed).join(' and ');
  return `${KILLS} kills; ${committed} events committed: 0 lost, in order, ${twice} twice; ${rolledBack} rolled back: 0 delivered\n`;
}

it(
  'a management API that is killed repeatedly loses no event, invents none, and keeps their order',
  async () => {
    const [database, receiver, streamReceiver] = await Promise.all([createTestDatabase(), TextReceiver.start(), TextReceiver.start()]);
    streamReceiver.answer(() => ({ status: 202 }));
    const rows = new Rows(database.url);
    let worker: StartedManagementProcess | undefined;
    let last: StartedManagement | undefined;
    try {
      worker = await startManagementProcess(database.url, { BOOTSTRAP_API_KEY });
      const caller = worker.as(BOOTSTRAP_API_KEY);
      const domain = await caller.registerDomain();
      await caller.post(`/v1/domain/${domain}/webhook`, { url: receiver.url, eventTypes: ['passkey.*'] });
      const [{ id } = { id: '' }] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
      await insertStream(rows, id, streamReceiver.url);
      const committed: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const at = kill % 2 === 0 ? receiver : streamReceiver;
        const seen = at.requests.length;
        const writing = writeEvents(rows, id, kill);
        await eventually(() => at.requests.length > seen + kill, POLL_OPTIONS);
        await worker.process.kill();
        committed.push(...(await writing));
        await expireLeases(database.url);
        await rows.query('UPDATE webhook SET leased_until = now()');
        await rows.query('UPDATE ssf_stream SET leased_until = now()');
        if (kill < KILLS - 1) worker = await startManagementProcess(database.url, { BOOTSTRAP_API_KEY });
      }
      last = await startManagement(database.url, { BOOTSTRAP_API_KEY });

      await eventually(async () => (await rows.count('webhook_delivery', `status = 'delivered'`)) === committed.length, DELIVERED_OPTIONS);
      await eventually(async () => (await rows.count('ssf_event')) === 0, DELIVERED_OPTIONS);

      expect(await rows.count('ssf_ended_event', `status = 'delivered'`)).toBe(committed.length);
      // The first arrival of each counts, because repetitions may follow.
      expect([...new Set(receiver.requests.map(readRequestId))]).toEqual(committed);
      expect(receiver.requests.length - committed.length).toBeLessThanOrEqual(KILLS);
      const sequences = [...new Set(streamReceiver.requests.map(readSequence))];
      expect([sequences.length, sequences]).toEqual([committed.length, sequences.toSorted((one, other) => one - other)]);
      expect(streamReceiver.requests.length - committed.length).toBeLessThanOrEqual(KILLS);
      expect(await rows.count('webhook_outbox')).toBe(0);
      if (IS_EVERY_FAULT) process.stderr.write(summarize(committed.length, receiver.requests.length, streamReceiver.requests.length));
    } finally {
      await Promise.all([worker?.process.kill(), last?.stop()]);
      await Promise.all([receiver.stop(), streamReceiver.stop(), rows.end()]);
      await database.drop();
    }
  },
  TIMEOUT_MS,
);
