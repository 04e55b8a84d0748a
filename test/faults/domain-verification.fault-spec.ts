import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { DnsLab } from '../support/dns-lab/dns-lab.js';
import { eventually } from '../support/eventually.js';
import {
  startManagement,
  startManagementProcess,
  type Management,
  type StartedManagement,
  type StartedManagementProcess,
} from '../support/management.js';
import { Rows } from '../support/rows.js';
import type { Settings } from '../support/service-process.js';
import { createSubscription, type Subscriber } from '../support/subscription.js';
import { Barrier } from './barrier.js';
import { expireLeases } from './expire-leases.js';
import { IS_EVERY_FAULT } from './extent.js';

const PROCESSES = 2;
/** Milliseconds after the start of the last process until everything is consistent. */
const CONVERGENCE = 45_000;
const BOOTSTRAP_API_KEY = `key-${randomUUID()}`;
const ZONE = 'fault.test';

let database: TestDatabase;
let rows: Rows;
let lab: DnsLab;
let processes: StartedManagementProcess[] = [];
/** Started after a kill. */
let successors: StartedManagement[] = [];
let rivals: Subscriber[];
const records: string[] = [];
/** The names that both subscriptions registered, with both challenges in the zone. */
const names: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  lab = await DnsLab.start([
    { name: 'test', servers: ['ns1'], records: ['edge A 192.0.2.1'] },
    { name: ZONE, servers: ['ns1', 'ns2'], records: [] },
  ]);
  rivals = [await createSubscription(database.url), await createSubscription(database.url)];
}, 150_000);

afterAll(async () => {
  await stopServices();
  await Promise.all([lab?.stop(), rows.end()]);
  await database.drop();
});

function start(): Promise<StartedManagementProcess> {
  return startManagementProcess(database.url, settings());
}

function startSuccessor(): Promise<StartedManagement> {
  return startManagement(database.url, settings());
}

/** Blocked jobs and sweepers must leave connections for requests. */
function settings(): Settings {
  return { ...lab.settings, DNS_TARGET: 'edge.test', BOOTSTRAP_API_KEY, DATABASE_POOL_SIZE: '12' };
}

async function stopServices(): Promise<void> {
  await Promise.all([...processes.splice(0).map((each) => each.process.kill()), ...successors.splice(0).map((each) => each.stop())]);
}

/**
 * Makes both subscriptions claim a name, and creates the records of both. No check is due at that point, and none has looked for the
 * records.
 */
async function claim(management: Management, name: string): Promise<void> {
  const jobs = await Barrier.close(database.url, 'LOCK TABLE job_state IN SHARE MODE');
  for (const { apiKey } of rivals) {
    const caller = management.as(apiKey);
    expect((await caller.post('/v1/domain', { domain: name })).status).toBe(201);
    const { dnsRecords } = (await caller.get(`/v1/domain/${name}`)).json as { dnsRecords: { type: string; name: string; value: string }[] };
    for (const { type, name: owner, value } of dnsRecords) records.push(`${owner}. ${type} ${type === 'TXT' ? `"${value}"` : `${value}.`}`);
  }
  names.push(name);
  await rows.query(`UPDATE domain SET next_check_at = now() + interval '1 day' WHERE name = $1`, [name]);
  await lab.change(ZONE, [...new Set(records)]);
  await jobs.open();
  // The transaction that links them to the chain locks the domains, so it must not wait at a barrier while others wait for it.
  await eventually(async () => (await rows.count('log_entry', 'sequence IS NULL')) === 0);
}

/** Makes the scheduled checks of a name due. */
async function makeDue(name: string): Promise<void> {
  await rows.query(`UPDATE domain SET next_check_at = now() WHERE name = $1 AND status = 'pending'`, [name]);
}

/** Requests a check of both claims from each process. */
async function requestChecks(name: string): Promise<void> {
  const path = `/v1/domain/${name}/verify`;
  const asking = processes.flatMap((management) => rivals.map(({ apiKey }) => management.as(apiKey).post(path)));
  await Promise.allSettled(asking);
}

/** How checks of both claims begin, and how many then run concurrently. */
const CHECKS = {
  requested: { begin: requestChecks, count: 2 * PROCESSES },
  scheduled: { begin: makeDue, count: 2 },
};

/** A state in which checks are killed. `lock` stops one of them; the others wait for it because they check the same name. */
interface KillPoint {
  checks: keyof typeof CHECKS;
  lock: (name: string) => [statement: string, values: string[]];
}

const UNSTORED: KillPoint['lock'] = (name) => [
  'SELECT FROM domain_verification WHERE domain_id IN (SELECT id FROM domain WHERE name = $1) FOR UPDATE',
  [name],
];
const UNCOMMITTED: KillPoint['lock'] = () => ['LOCK TABLE log_entry IN SHARE MODE', []];
/** Those in one row are reached at the same time, each by the checks of another domain. */
const KILLS: [what: string, KillPoint[]][] = [
  [
    'within requested checks, before what they have seen is stored, and within scheduled ones, before the active claim is committed',
    [
      { checks: 'requested', lock: UNSTORED },
      { checks: 'scheduled', lock: UNCOMMITTED },
    ],
  ],
  [
    'within scheduled checks, before what they have seen is stored, and within requested ones, before the active claim is committed',
    [
      { checks: 'scheduled', lock: UNSTORED },
      { checks: 'requested', lock: UNCOMMITTED },
    ],
  ],
];

const BLOCKED = `datname = current_database() AND wait_event_type = 'Lock'`;
/** The statements of a check name the table of claims, or take the lock of a name. Sweepers of the log wait for some of the locks, too. */
const BLOCKED_CHECK = `${BLOCKED} AND query ~ 'domain_verification|pg_advisory_xact_lock'`;

/** Begins the checks of a name. Returns when they have reached the point where they wait for the barrier. */
async function stopAt({ checks, lock }: KillPoint, name: string): Promise<{ barrier: Barrier; checking: Promise<void> }> {
  const { begin, count } = CHECKS[checks];
  const countBlocked = (which: string) => rows.count('pg_stat_activity', which);
  const before = await countBlocked(BLOCKED_CHECK);
  const barrier = await Barrier.close(database.url, ...lock(name));
  const checking = begin(name);
  const isReached = async () => (await countBlocked(BLOCKED_CHECK)) > before && (await countBlocked(BLOCKED)) >= before + count;
  await eventually(isReached, { timeoutMs: 30_000 });
  return { barrier, checking };
}

/** Kills all processes once the checks of each name have reached their point, and starts others. The queue loses the jobs. */
async function killAt(points: ReadonlyMap<string, KillPoint>): Promise<void> {
  const stopped = [];
  for (const [name, point] of points) stopped.push(await stopAt(point, name));
  await Promise.all(processes.splice(0).map((each) => each.process.kill()));
  for (const { barrier, checking } of stopped) {
    await barrier.open();
    await checking;
  }
  await rows.query('DELETE FROM bullmq.job');
  await expireLeases(database.url);
  for (const name of points.keys()) await makeDue(name);
  successors = await Promise.all(Array.from({ length: PROCESSES }, startSuccessor));
}

/** The states of the claims to each name, and how often one of them was activated. */
async function outcomes(): Promise<Record<string, string>> {
  const found = await rows.query<{ name: string; outcome: string }>(
    `SELECT name, string_agg(status || CASE WHEN verified_at IS NULL THEN '' ELSE ' holds' END, ', ' ORDER BY status)
       || ', ' || (SELECT count(*) FROM log_entry JOIN domain AS d ON d.id = domain_id WHERE d.name = domain.name AND type = 'domain.activated')
       AS outcome
     FROM domain GROUP BY name`,
  );
  return Object.fromEntries(found.map(({ name, outcome }) => [name, outcome]));
}

describe('processes that are killed while two subscriptions verify names', () => {
  it.each(IS_EVERY_FAULT ? KILLS : KILLS.slice(0, 1))(
    'lose no claim or verification, and give each name to one subscription: %s',
    async (_what, killPoints) => {
      await stopServices();
      processes = await Promise.all(Array.from({ length: PROCESSES }, start));
      const points = new Map(killPoints.map((point, n) => [`name-${names.length + n + 1}.${ZONE}`, point]));
      for (const name of points.keys()) await claim(processes[0]!, name);

      await killAt(points);

      const expected = Object.fromEntries(names.map((each) => [each, 'active holds, failed, 1']));
      const isRight = async (): Promise<boolean> => JSON.stringify(await outcomes()) === JSON.stringify(expected);
      await eventually(isRight, { timeoutMs: CONVERGENCE, intervalMs: 250 }).catch(() => undefined);
      expect(await outcomes()).toEqual(expected);
    },
    60_000 + CONVERGENCE,
  );
});
