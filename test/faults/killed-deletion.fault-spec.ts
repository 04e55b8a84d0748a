import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { fillDomain, listDomainTables } from '../support/filled-domain.js';
import type { Auth } from '../support/auth.js';
import type { Management } from '../support/management.js';
import { findTablesContaining } from '../support/leftovers.js';
import { Rows } from '../support/rows.js';
import { provisionClient, type ServiceClient } from '../support/service-client.js';
import { ReplicaCluster, type Replica } from './replica-cluster.js';
import { Barrier } from './barrier.js';
import { IS_EVERY_FAULT } from './extent.js';

/** The kind of lock that a deletion takes. */
const DELETION = 1_684_367_214;
/** Milliseconds without a change after which all work counts as done. */
const CONVERGENCE = 30_000;

interface Domain {
  id: string;
  name: string;
}

/** The steps at which a purge can be stopped by a lock on the rows of one table. */
type Step = [table: string, lock: string];

let cluster: ReplicaCluster;
let worker: Replica<Management>;
let auth: Replica<Auth>;
let rows: Rows;
let steps: Step[];
/** A client of a domain that is not deleted. */
let kept: ServiceClient;
const deleted: Domain[] = [];

beforeAll(async () => {
  cluster = await ReplicaCluster.start(2);
  [worker, auth] = [cluster.worker(2), cluster.auth(2)];
  await Promise.all([worker.up, auth.up]);
  rows = new Rows(cluster.postgres.url);
  const tables = await listDomainTables(rows);
  steps = [
    // A lock there would block the process that chains log entries, which would then block the request that deletes the domain.
    ...tables
      .filter(({ name }) => !/^log_(chain|entry)$/.test(name))
      .map(({ name }): Step => [name, `SELECT FROM ${name} WHERE domain_id = $1 FOR UPDATE`]),
    ['rate_limit', `SELECT FROM rate_limit WHERE key LIKE 'domain:' || $1::uuid || ':%' FOR UPDATE`],
    ['idempotency_answer', `SELECT FROM idempotency_answer WHERE domain_name = (SELECT name FROM domain WHERE id = $1) FOR UPDATE`],
    ['domain', 'SELECT FROM domain WHERE id = $1 FOR KEY SHARE'],
  ];
  kept = await provisionClient(await cluster.caller(), (await makeDomain()).name);
}, 90_000);

afterAll(async () => {
  await rows.end();
  await cluster.stop();
});

/** Creates a domain with a row in every table that can have rows of a domain. */
async function makeDomain(): Promise<Domain> {
  const { json } = await cluster.request((caller) => caller.post('/v1/domain'));
  const { domain: name } = json as { domain: string };
  const [row] = await rows.query<{ id: string; subscription_id: string }>('SELECT id, subscription_id FROM domain WHERE name = $1', [name]);
  const { id, subscription_id } = row!;
  await fillDomain(rows, id);
  await rows.query(`INSERT INTO rate_limit (key, points) VALUES ($1, 1)`, [`domain:${id}:link-user:somebody`]);
  await rows.query(`INSERT INTO idempotency_answer (subscription_id, key, fingerprint, domain_name) VALUES ($1, $2, '\\x00', $3)`, [
    subscription_id,
    `of-${id}`,
    name,
  ]);
  return { id, name };
}

/** Deletes a domain, which succeeds although PostgreSQL or the serving process is killed during the request. */
async function deleteDomain(domain: Domain): Promise<void> {
  const { status } = await cluster.request((caller) => caller.delete(`/v1/domain/${domain.name}`));
  // 404 means that the deletion was committed, but the process died before it answered.
  expect([204, 404]).toContain(status);
  deleted.push(domain);
}

/** An existing domain would answer 401 to a client of another one. */
async function expectGone(domain: Domain): Promise<void> {
  const server = await auth.up;
  const answer = await eventually(async () => {
    const { status } = await server.requestToken(domain.name, kept);
    return status < 500 ? status : null;
  });
  expect(answer).toBe(404);
}

/**
 * Deletes domains, and kills the worker when it is about to remove rows of one table of each; every second time, beginning with the first,
 * also other processes.
 */
async function killAtSteps(which: readonly Step[][], kill: (isOdd: boolean) => Promise<void>): Promise<void> {
  for (const [n, together] of which.entries()) {
    const barriers: Barrier[] = [];
    for (const [table, lock] of together) {
      const domain = await makeDomain();
      const barrier = await Barrier.close(cluster.postgres.url, lock, [domain.id]);
      barriers.push(barrier);
      const reached = deleteDomain(domain).then(() => barrier.reached());
      await reached.catch((cause: unknown) => Promise.reject(new Error(`at ${table}`, { cause })));
    }
    await kill(n % 2 === 0);
    await Promise.all(barriers.map((barrier) => barrier.open()));
  }
}

/**
 * The steps with different states: nothing is removed, half of it, all but the tables that contain the domain's name, all but the domain. A
 * worker deletes two domains at a time, so one kill can stop it at two steps. With FAULTS=all, this is every second step, and the other
 * test has the remaining ones.
 */
function stepsOf(parity: 0 | 1): Step[][] {
  if (IS_EVERY_FAULT) return steps.filter((_step, n) => n % 2 === parity).map((step) => [step]);
  const half = Math.floor(steps.length / 2);
  return (parity === 0 ? [[0, half], [-1]] : [[half + 1], [-2]]).map((together) => together.map((n) => steps.at(n)!));
}

/** Where a request that deletes a domain can be held. */
const REQUEST_STEPS = {
  'before it begins': `SELECT pg_advisory_xact_lock_shared(${DELETION}, hashtext($1))`,
  'before it is written down': 'SELECT FROM domain WHERE id = $1::uuid FOR UPDATE',
};

type RequestKill = [step: keyof typeof REQUEST_STEPS, who: string, kill: () => Promise<void>];

const killServices = (): Promise<void> => cluster.kill(cluster.api, auth);
const killPostgres = (): Promise<void> => cluster.killPostgres();

/** Nothing is stored at either step, so one kill of each kind is enough; with FAULTS=all both happen at each step. */
const REQUEST_KILLS: RequestKill[] = [
  ['before it begins', 'management and auth', killServices],
  ['before it is written down', 'PostgreSQL', killPostgres],
  ...(IS_EVERY_FAULT
    ? ([
        ['before it begins', 'PostgreSQL', killPostgres],
        ['before it is written down', 'management and auth', killServices],
      ] satisfies RequestKill[])
    : []),
];

describe('the deletion of a domain', () => {
  it.each(REQUEST_KILLS)(
    'can be repeated if its request is interrupted %s by a kill of %s; an answered one is carried out',
    async (step, _who, kill) => {
      const [domain, answered] = [await makeDomain(), await makeDomain()];
      const barrier = await Barrier.close(cluster.postgres.url, REQUEST_STEPS[step], [domain.id]);
      await cluster.begin((caller) => caller.delete(`/v1/domain/${domain.name}`));
      await barrier.reached();
      await deleteDomain(answered);
      await kill();
      await barrier.open();
      await deleteDomain(domain);
      for (const each of [domain, answered]) await expectGone(each);
    },
    120_000,
  );

  it('continues, whichever table its worker was killed at, sometimes together with auth', async () => {
    const before = cluster.kills;

    await killAtSteps(stepsOf(0), (isOdd) => cluster.kill(worker, ...(isOdd ? [auth] : [])));

    expect(cluster.kills - before).toBe(stepsOf(0).length + Math.ceil(stepsOf(0).length / 2));
  }, 300_000);

  it('continues, whichever table PostgreSQL was killed at, sometimes together with management', async () => {
    const before = cluster.kills;

    await killAtSteps(stepsOf(1), async (isOdd) => {
      await Promise.all([cluster.killPostgres(), ...(isOdd ? [cluster.kill(cluster.api)] : [])]);
    });

    expect(cluster.kills - before).toBe(stepsOf(1).length + Math.ceil(stepsOf(1).length / 2));
  }, 300_000);

  it('is complete within 30 quiet seconds: no row of a deleted domain remains, and no other row is lost', async () => {
    await worker.up;
    const left = () => rows.count('domain', `status = 'deleting'`);
    await eventually(async () => (await left()) === 0, { timeoutMs: CONVERGENCE, intervalMs: 200 });

    const words = deleted.flatMap(({ id, name }) => [id, name]);
    // The queue keeps the jobs of killed workers a little longer.
    const mentions = () => findTablesContaining(cluster.postgres.url, ...words);
    const onlyReceipts = ['public.domain_deletion'];
    await eventually(async () => (await mentions()).join() === onlyReceipts.join(), { timeoutMs: CONVERGENCE, intervalMs: 1_000 }).catch(
      () => undefined,
    );
    expect(await mentions()).toEqual(onlyReceipts);
    expect(await rows.count('domain_deletion', 'receipt IS NULL')).toBe(0);
    // Each domain had one user with one passkey, however often its worker was killed.
    expect(await rows.count('domain_deletion', `(removed_rows ->> 'end_user', removed_rows ->> 'passkey') <> ('1', '1')`)).toBe(0);
    expect(await rows.query('SELECT name FROM domain')).toEqual([{ name: kept.domain }]);
    const server = await auth.up;
    expect((await server.requestToken(kept.domain, kept)).status).toBe(200);
    for (const [table] of steps) expect([table, await rows.count(table)]).not.toEqual([table, 0]);
    for (const { name } of deleted) expect((await server.requestToken(name, kept)).status).toBe(404);
  }, 120_000);
});
