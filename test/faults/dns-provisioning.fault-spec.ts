import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Bind } from '../support/dns/bind.js';
import { eventually } from '../support/eventually.js';
import { startManagementProcess, type StartedManagementProcess } from '../support/management.js';
import { findTablesContaining } from '../support/leftovers.js';
import { sql } from '../support/sql.js';
import { IS_EVERY_FAULT } from './extent.js';

/** Rounds, in each of which every process is killed. */
const ROUNDS = IS_EVERY_FAULT ? 10 : 2;
const PROCESSES = 2;
/** The longest time in milliseconds until a process is killed: its work takes about as long. */
const MAX_UPTIME_MS = 600;
/** Milliseconds after the start of the last process until everything is consistent. */
const CONVERGENCE = 30_000;
const BOOTSTRAP_API_KEY = `key-${randomUUID()}`;

let bind: Bind;
let database: TestDatabase;
let processes: StartedManagementProcess[] = [];
/** What was acknowledged. */
const registered = new Set<string>();
const deleted = new Set<string>();
/** The outcome of a requested deletion is unknown unless it was acknowledged. */
const asked = new Set<string>();

beforeAll(async () => {
  [bind, database] = await Promise.all([Bind.start(), createTestDatabase()]);
  await bind.add(`somebody.${bind.zone}`, 'A', '198.51.100.1');
  processes = await Promise.all(Array.from({ length: PROCESSES }, start));
}, 90_000);

afterAll(async () => {
  await Promise.all(processes.map((each) => each.kill()));
  await Promise.all([bind.stop(), database.drop()]);
});

function start(): Promise<StartedManagementProcess> {
  return startManagementProcess(database.url, { ...bind.settings, BOOTSTRAP_API_KEY });
}

/** Registers domains and deletes older ones until the process is gone. */
async function use(management: StartedManagementProcess): Promise<void> {
  const caller = management.as(BOOTSTRAP_API_KEY);
  const gone = (): null => null;
  for (;;) {
    const created = await caller.post('/v1/domain').catch(gone);
    if (!created) return;
    if (created.status === 201) registered.add((created.json as { domain: string }).domain);
    // Every second step deletes a domain: the newest one and an old one in turn.
    const candidates = [...registered].filter((name) => !asked.has(name));
    const name = candidates.length % 3 === 0 ? candidates.at(-1) : candidates.length > 12 ? candidates[0] : undefined;
    if (name === undefined) continue;
    asked.add(name);
    const answer = await caller.delete(`/v1/domain/${name}`).catch(gone);
    if (!answer) return;
    if (answer.status === 204) deleted.add(name);
  }
}

/** Works with a process, kills it during the work, and starts another. */
async function endure(management: StartedManagementProcess): Promise<StartedManagementProcess> {
  const using = use(management);
  await delay(Math.random() * MAX_UPTIME_MS);
  await management.kill();
  await using;
  return start();
}

/** The records that the zone must have, according to the rows. */
async function expected(): Promise<string[]> {
  const rows = await sql<{ id: string; name: string; status: string }>(database.url, 'SELECT id, name, status FROM domain');
  if (rows.some(({ status }) => status !== 'active')) return ['a deletion has not ended'];
  const lines = rows.flatMap(({ id, name }) => [
    `${name} CNAME edge.example.net`,
    `_latchkey.${name} TXT heritage=latchkey,domain=${id},record=CNAME/edge.example.net`,
  ]);
  return [...lines, `somebody.${bind.zone} A 198.51.100.1`].toSorted();
}

describe('processes that are killed while domains are registered, provisioned and deleted', () => {
  it(
    `leave exactly the right records, ${ROUNDS * PROCESSES} times`,
    async () => {
      for (let round = 1; round <= ROUNDS; round += 1) processes = await Promise.all(processes.map(endure));

      const isRight = async (): Promise<boolean> => (await bind.contents()).join('\n') === (await expected()).join('\n');
      await eventually(isRight, { timeoutMs: CONVERGENCE, intervalMs: 250 }).catch(() => undefined);
      expect(await bind.contents()).toEqual(await expected());

      const names = new Set((await sql<{ name: string }>(database.url, 'SELECT name FROM domain')).map(({ name }) => name));
      expect([...registered].filter((name) => !asked.has(name) && !names.has(name))).toEqual([]);
      expect([...deleted].filter((name) => names.has(name))).toEqual([]);
      expect(deleted.size).toBeGreaterThan(0);

      const mentions = (): Promise<string[]> => findTablesContaining(database.url, ...deleted);
      await eventually(async () => (await mentions()).length === 0, { timeoutMs: CONVERGENCE, intervalMs: 250 }).catch(() => undefined);
      expect(await mentions()).toEqual([]);
      expect(await bind.contents()).toEqual(await expected());
    },
    ROUNDS * 60_000,
  );
});
