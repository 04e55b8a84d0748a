import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { QUEUES, type QueueName } from '../queue/queues.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { startManagement, type StartedManagement } from '../../../../test/support/management.js';
import { Rows, type Row } from '../../../../test/support/rows.js';

const HOUR = 3_600_000;
const LATER = new Date(Date.now() + HOUR);
/** The maximum number of attempts of a queue. */
const OFTEN = 5;
/** A DNS provider must be configured; otherwise there are no provisioning jobs. It is never called. */
const DNS = {
  SANDBOX_ZONE: 'sandbox.example.test',
  DNS_PROVIDER: 'powerdns',
  DNS_POWERDNS_URL: 'http://127.0.0.1:9',
  DNS_POWERDNS_API_KEY: 'none',
  DNS_TARGET: 'edge.example.net',
};

let database: TestDatabase;
let rows: Rows;
let management: StartedManagement;
let domain_id: string;
let user: Row;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  management = await startManagement(database.url, DNS);
  domain_id = await rows.domain();
  const { sub } = await rows.insert('end_user', { domain_id });
  user = { domain_id, sub };
  const { client_id } = await rows.insert('client', { domain_id });
  await rows.insert('backchannel_logout', { domain_id, client_id });
}, 90_000);

afterAll(async () => {
  await management.stop();
  await rows.end();
  await database.drop();
});

type Fail = () => Promise<unknown>;

const ofDomain = (queue: QueueName): Fail[] => [
  () => rows.insert('job_state', { domain_id, queue, state: 'failed', attempts: OFTEN, next_attempt_at: LATER }),
  // Its process has ended each time.
  async () => rows.insert('job_state', { domain_id: await rows.domain(), queue, attempts: OFTEN + 1, next_attempt_at: LATER }),
];
const message = (values: Row): Fail => {
  return () => rows.insert('message', { ...user, expires_at: LATER, next_attempt_at: LATER, ...values });
};

/** Failed jobs of each queue, for every way in which they can fail, and some that have not failed. */
const FAILED: Readonly<Record<QueueName, Fail[]>> = {
  [QUEUES.domainDeletion]: [
    ...ofDomain(QUEUES.domainDeletion),
    () => rows.insert('dns_attempt', { owner: randomUUID(), begun_at: new Date(Date.now() - 2 * HOUR), next_look_at: LATER }),
  ],
  [QUEUES.domainProvision]: ofDomain(QUEUES.domainProvision),
  [QUEUES.domainVerification]: ofDomain(QUEUES.domainVerification),
  [QUEUES.message]: [
    message({ state: 'failed', encrypted: null, attempts: 1 }),
    message({ state: 'expired', encrypted: null, attempts: 2 }),
    message({ attempts: OFTEN }),
  ],
  [QUEUES.logoutNotice]: [
    async () => {
      const [{ client_id } = { client_id: '' }] = await rows.query('SELECT client_id FROM client WHERE domain_id = $1', [domain_id]);
      await rows.insert('logout_notice', { domain_id, client_id, attempts: OFTEN, next_attempt_at: LATER, expires_at: LATER });
    },
  ],
  [QUEUES.webhook]: [],
  [QUEUES.userImport]: ofDomain(QUEUES.userImport),
};

/** The metrics of each queue. */
async function shown(): Promise<Record<string, number>> {
  const { text } = await management.send('/metrics');
  const lines = [...text.matchAll(/^latchkey_jobs_failed\{queue="([^"]+)"\} (\d+)$/gm)];
  return Object.fromEntries(lines.map(([, queue, jobs]) => [queue, Number(jobs)]));
}

describe('metric of failed jobs', () => {
  it('covers every queue and kind of job', async () => {
    expect(Object.keys(FAILED).toSorted()).toEqual(Object.values(QUEUES).toSorted());
    await rows.insert('job_state', { domain_id: await rows.domain(), queue: QUEUES.domainDeletion, attempts: 2, next_attempt_at: LATER });
    await rows.insert('dns_attempt', { owner: domain_id, next_look_at: LATER });
    await message({ attempts: OFTEN - 1 })();
    await message({ state: 'sent', encrypted: null, attempts: OFTEN })();
    await eventually(async () => Object.keys(await shown()).length > 0, { timeoutMs: 60_000 });
    expect(await shown()).toEqual(Object.fromEntries(Object.values(QUEUES).map((queue) => [queue, 0])));

    for (const fail of Object.values(FAILED).flat()) await fail();

    const all = Object.fromEntries(Object.entries(FAILED).map(([queue, ways]) => [queue, ways.length]));
    await eventually(async () => JSON.stringify(Object.values(await shown())) === JSON.stringify(Object.values(all)), {
      timeoutMs: 60_000,
    }).catch(() => undefined);
    expect(await shown()).toEqual(all);
  }, 180_000);
});
