import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Bind } from '../support/dns/bind.js';
import { eventually } from '../support/eventually.js';
import { startManagement, startManagementProcess, type StartedManagement, type StartedManagementProcess } from '../support/management.js';
import { findLeftovers } from '../support/leftovers.js';
import { Rows } from '../support/rows.js';
import { Barrier } from './barrier.js';
import { expireLeases } from './expire-leases.js';
import { IS_EVERY_FAULT } from './extent.js';

/** How often all processes are killed at each point. */
const ROUNDS = IS_EVERY_FAULT ? 5 : 1;
/** The state that a killed process leaves behind does not depend on others. */
const PROCESSES = IS_EVERY_FAULT ? 2 : 1;
/** They compete for the work that the last kill left. */
const SUCCESSORS = 2;
/** Domains that each process registers before it is killed. */
const STEPS = 8;
/** Readers may not see a change until this long after its start, so no deletion ends earlier. */
const SETTLING = '8 seconds';
/** Milliseconds after the start of the last process until everything is consistent. */
const CONVERGENCE = 30_000;
const POLL_OPTIONS = { timeoutMs: 30_000 };
const BOOTSTRAP_API_KEY = `key-${randomUUID()}`;

let bind: Bind;
let database: TestDatabase;
let rows: Rows;
let processes: StartedManagementProcess[] = [];
/** Started after the last kill. */
let successors: StartedManagement[] = [];
/** The acknowledged registrations. */
const registered = new Set<string>();
const deleted = new Set<string>();
/** The outcome of a requested deletion is unknown unless it was acknowledged. */
const asked = new Set<string>();

beforeAll(async () => {
  [bind, database] = await Promise.all([Bind.start(), createTestDatabase()]);
  rows = new Rows(database.url);
  await bind.add(`somebody.${bind.zone}`, 'A', '198.51.100.1');
  processes = await Promise.all(Array.from({ length: PROCESSES }, start));
}, 90_000);

afterAll(async () => {
  await Promise.all([...processes.map((each) => each.process.kill()), ...successors.map((each) => each.stop())]);
  await Promise.all([bind?.stop(), rows?.end()]);
  await database?.drop();
});

function start(): Promise<StartedManagementProcess> {
  return startManagementProcess(database.url, { ...bind.settings, BOOTSTRAP_API_KEY });
}

function startSuccessor(): Promise<StartedManagement> {
  return startManagement(database.url, { ...bind.settings, BOOTSTRAP_API_KEY });
}

/** Registers domains, and after every second one deletes the newest or the oldest; stops early if the process is gone. */
async function use(management: StartedManagementProcess): Promise<void> {
  const caller = management.as(BOOTSTRAP_API_KEY);
  const gone = (): null => null;
  for (let step = 1; step <= STEPS; step += 1) {
    const created = await caller.post('/v1/domain').catch(gone);
    if (!created) return;
    if (created.status === 201) registered.add((created.json as { domain: string }).domain);
    if (step % 2 === 0) continue;
    const name = [...registered].filter((each) => !asked.has(each)).at(step % 4 === 1 ? 0 : -1);
    if (name === undefined) continue;
    asked.add(name);
    const answer = await caller.delete(`/v1/domain/${name}`).catch(gone);
    if (!answer) return;
    if (answer.status === 204) deleted.add(name);
  }
}

/** Domains whose records are in the zone, but that have not been stored as provisioned. */
async function unrecorded(): Promise<string[]> {
  const contents = await bind.contents();
  const found = await rows.query<{ name: string }>(`SELECT name FROM domain WHERE dns_target IS NULL AND status = 'active'`);
  return found.map(({ name }) => name).filter((name) => contents.some((line) => line.startsWith(`${name} CNAME`)));
}

/** Uses the processes until the silent name server has been asked to create some records and remove others. */
async function useInSilence(): Promise<{ ended: Promise<unknown> }> {
  const isProvisioned = async () => (await rows.count('domain', `status = 'active' AND dns_target IS NOT NULL`)) >= PROCESSES;
  for (const management of processes) registered.add(await management.as(BOOTSTRAP_API_KEY).registerDomain());
  await eventually(isProvisioned, POLL_OPTIONS);
  bind.silence();
  const ended = Promise.all(processes.map(use));
  const isRunning = async (queue: string) => (await rows.count('job_state', `queue = '${queue}' AND state = 'running'`)) > 0;
  await eventually(async () => (await rows.count('dns_attempt')) > 0 && (await isRunning('domain-deletion')), POLL_OPTIONS);
  return { ended };
}

async function kill(): Promise<void> {
  await Promise.all(processes.map((each) => each.process.kill()));
}

async function killWhileAsked(): Promise<void> {
  const { ended } = await useInSilence();
  await kill();
  bind.wake();
  await ended;
}

async function killBeforeStored(): Promise<void> {
  const { ended } = await useInSilence();
  const barrier = await Barrier.close(database.url, 'LOCK TABLE domain IN SHARE MODE');
  bind.wake();
  await barrier.reached();
  await eventually(async () => (await unrecorded()).length > 0, POLL_OPTIONS);
  await kill();
  await barrier.open();
  await ended;
}

/** Kills happen while the name server is being asked, and before the creation of records is stored, while requests also wait. */
const KILL_POINTS = [killWhileAsked, killBeforeStored];

/** The records that the zone must contain, according to the rows. */
async function expected(): Promise<string[]> {
  const domains = await rows.query<{ id: string; name: string; status: string }>('SELECT id, name, status FROM domain');
  if (domains.some(({ status }) => status !== 'active')) return ['a deletion has not ended'];
  const lines = domains.flatMap(({ id, name }) => [
    `${name} CNAME edge.example.net`,
    `_latchkey.${name} TXT heritage=latchkey,domain=${id},record=CNAME/edge.example.net`,
  ]);
  return [...lines, `somebody.${bind.zone} A 198.51.100.1`].toSorted();
}

/** Skips the time after which dead workers are replaced and deletions end. */
async function skipTime(): Promise<void> {
  await expireLeases(database.url);
  await rows.query('UPDATE domain SET dns_begun_at = dns_begun_at - $1::interval', [SETTLING]);
}

async function expectRightRecords(): Promise<void> {
  const isRight = async (): Promise<boolean> => (await bind.contents()).join('\n') === (await expected()).join('\n');
  await eventually(isRight, { timeoutMs: CONVERGENCE, intervalMs: 250 }).catch(() => undefined);
  expect(await bind.contents()).toEqual(await expected());
}

describe('processes that are killed while domains are registered, provisioned and deleted', () => {
  it(
    `leave exactly the right records, and no trace of deleted domains, ${ROUNDS * KILL_POINTS.length * PROCESSES} times`,
    async () => {
      const kills = Array.from({ length: ROUNDS }, () => KILL_POINTS).flat();
      for (const [n, killThere] of kills.entries()) {
        await killThere();
        await skipTime();
        if (n < kills.length - 1) processes = await Promise.all(processes.map(start));
        else successors = await Promise.all(Array.from({ length: SUCCESSORS }, startSuccessor));
        await expectRightRecords();
      }

      const names = new Set((await rows.query<{ name: string }>('SELECT name FROM domain')).map(({ name }) => name));
      expect([...registered].filter((name) => !asked.has(name) && !names.has(name))).toEqual([]);
      expect([...deleted].filter((name) => names.has(name))).toEqual([]);
      expect(deleted.size).toBeGreaterThan(0);

      // No change can take effect any more.
      await rows.query(`UPDATE dns_attempt SET begun_at = begun_at - interval '1 hour', next_look_at = now()`);
      const mentions = (): Promise<string[]> => findLeftovers(database.url, ...deleted);
      await eventually(async () => (await mentions()).length === 0, { timeoutMs: CONVERGENCE, intervalMs: 250 }).catch(() => undefined);
      expect(await mentions()).toEqual([]);
      await expectRightRecords();
    },
    ROUNDS * 120_000,
  );
});
