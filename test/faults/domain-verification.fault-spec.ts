import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { DnsLab } from '../support/dns-lab/dns-lab.js';
import { eventually } from '../support/eventually.js';
import { startManagementProcess, type StartedManagementProcess } from '../support/management.js';
import { sql } from '../support/sql.js';
import { createSubscription, type Subscriber } from '../support/subscription.js';
import { IS_EVERY_FAULT } from './extent.js';

/** Rounds, in each of which every process is killed. */
const ROUNDS = IS_EVERY_FAULT ? 5 : 2;
const PROCESSES = 2;
/** Milliseconds until a process is killed, at most: a check takes about as long. */
const MAX_UPTIME_MS = 600;
/** Milliseconds after the start of the last process until everything is consistent. */
const CONVERGENCE = 45_000;
const BOOTSTRAP_API_KEY = `key-${randomUUID()}`;
const ZONE = 'fault.test';

let database: TestDatabase;
let lab: DnsLab;
let processes: StartedManagementProcess[] = [];
let rivals: Subscriber[];
const records: string[] = [];
/** The name that both subscriptions registered, with both challenges in the zone. */
const names: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  lab = await DnsLab.start([
    { name: 'test', servers: ['ns1'], records: ['edge A 192.0.2.1'] },
    { name: ZONE, servers: ['ns1', 'ns2'], records: [] },
  ]);
  rivals = [await createSubscription(database.url), await createSubscription(database.url)];
  processes = await Promise.all(Array.from({ length: PROCESSES }, start));
}, 150_000);

afterAll(async () => {
  await Promise.all(processes.map((each) => each.kill()));
  await Promise.all([lab?.stop(), database.drop()]);
});

function start(): Promise<StartedManagementProcess> {
  return startManagementProcess(database.url, { ...lab.settings, DNS_TARGET: 'edge.test', BOOTSTRAP_API_KEY });
}

/** Makes both subscriptions claim a name, and creates the records of both. */
async function claim(management: StartedManagementProcess, name: string): Promise<void> {
  for (const { apiKey } of rivals) {
    const caller = management.as(apiKey);
    expect((await caller.post('/v1/domain', { domain: name })).status).toBe(201);
    const { dnsRecords } = (await caller.get(`/v1/domain/${name}`)).json as { dnsRecords: { type: string; name: string; value: string }[] };
    for (const { type, name: owner, value } of dnsRecords) records.push(`${owner}. ${type} ${type === 'TXT' ? `"${value}"` : `${value}.`}`);
  }
  names.push(name);
  await lab.change(ZONE, [...new Set(records)]);
}

/** Kills a process during its checks, of which some were requested, and starts another. */
async function endure(management: StartedManagementProcess): Promise<StartedManagementProcess> {
  const asking = rivals.map(({ apiKey }) =>
    management
      .as(apiKey)
      .post(`/v1/domain/${names.at(-1)}/verify`)
      .catch(() => null),
  );
  await delay(Math.random() * MAX_UPTIME_MS);
  await management.kill();
  await Promise.all(asking);
  return start();
}

/** The states of the claims to each name, and how often one of them was activated. */
async function outcomes(): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; outcome: string }>(
    database.url,
    `SELECT name, string_agg(status || CASE WHEN verified_at IS NULL THEN '' ELSE ' holds' END, ', ' ORDER BY status)
       || ', ' || (SELECT count(*) FROM log_entry JOIN domain AS d ON d.id = domain_id WHERE d.name = domain.name AND operation = 'domain.activate')
       AS outcome
     FROM domain GROUP BY name`,
  );
  return Object.fromEntries(rows.map(({ name, outcome }) => [name, outcome]));
}

describe('processes that are killed during verifications of names by two subscriptions each', () => {
  it(
    `lose no claim and no verification, and give no name to both, ${ROUNDS * PROCESSES} times`,
    async () => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        await claim(processes[0]!, `round-${round}.${ZONE}`);
        if (round % 2 === 0) await sql(database.url, 'DELETE FROM bullmq.job');
        processes = await Promise.all(processes.map(endure));
      }
      const expected = Object.fromEntries(names.map((name) => [name, 'active holds, failed, 1']));
      const isRight = async (): Promise<boolean> => JSON.stringify(await outcomes()) === JSON.stringify(expected);
      await eventually(isRight, { timeoutMs: CONVERGENCE, intervalMs: 250 }).catch(() => undefined);

      expect(await outcomes()).toEqual(expected);
    },
    ROUNDS * 60_000 + CONVERGENCE,
  );
});
