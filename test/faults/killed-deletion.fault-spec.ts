import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { fillDomain, listDomainTables } from '../support/filled-domain.js';
import type { AuthProcess } from '../support/auth.js';
import type { StartedManagementProcess } from '../support/management.js';
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

interface Domain extends ServiceClient {
  id: string;
}

/** Where a purge can be stopped: by a lock on the rows of one table. */
type Step = [table: string, lock: string];

let cluster: ReplicaCluster;
let worker: Replica<StartedManagementProcess>;
let auth: Replica<AuthProcess>;
let rows: Rows;
let steps: Step[];
let kept: Domain;
const deleted: Domain[] = [];

beforeAll(async () => {
  cluster = await ReplicaCluster.start();
  [worker, auth] = [cluster.worker(), cluster.auth()];
  await Promise.all([worker.up, auth.up]);
  rows = new Rows(cluster.postgres.url);
  const tables = await listDomainTables(rows);
  steps = [
    ...tables.map(({ name }): Step => [name, `SELECT FROM ${name} WHERE domain_id = $1 FOR UPDATE`]),
    ['rate_limit', `SELECT FROM rate_limit WHERE key LIKE 'domain:' || $1::uuid || ':%' FOR UPDATE`],
    ['idempotency_answer', `SELECT FROM idempotency_answer WHERE domain_name = (SELECT name FROM domain WHERE id = $1) FOR UPDATE`],
    ['domain', 'SELECT FROM domain WHERE id = $1 FOR KEY SHARE'],
  ];
  kept = await makeDomain();
}, 90_000);

afterAll(async () => {
  await rows.end();
  await cluster.stop();
});

/** A domain with a row in every table that can have rows of a domain. */
async function makeDomain(): Promise<Domain> {
  const api = await cluster.api.up;
  const caller = api.as(api.apiKey);
  const client = await provisionClient(caller, await caller.registerDomain());
  const [row] = await rows.query<{ id: string; subscription_id: string }>('SELECT id, subscription_id FROM domain WHERE name = $1', [
    client.domain,
  ]);
  const { id, subscription_id } = row!;
  await fillDomain(rows, id);
  await rows.query(`INSERT INTO rate_limit (key, points) VALUES ($1, 1)`, [`domain:${id}:link-user:somebody`]);
  await rows.query(`INSERT INTO idempotency_answer (subscription_id, key, fingerprint, domain_name) VALUES ($1, $2, '\\x00', $3)`, [
    subscription_id,
    `of-${id}`,
    client.domain,
  ]);
  return { ...client, id };
}

/** Deletes a domain, which succeeds although PostgreSQL or the serving process is killed during the request. */
async function deleteDomain(domain: Domain): Promise<void> {
  const { status } = await cluster.request((caller) => caller.delete(`/v1/domain/${domain.domain}`));
  // Not found: the deletion was committed, and the process died before it answered.
  expect([204, 404]).toContain(status);
  deleted.push(domain);
}

async function expectGone(domain: Domain): Promise<void> {
  const server = await auth.up;
  const answer = await eventually(async () => {
    const { status } = await server.requestToken(domain.domain, domain);
    return status < 500 ? status : null;
  });
  expect(answer).toBe(404);
}

/**
 * Deletes domains one after another, and kills whenever the worker is about to remove rows of the next table; every second time also other
 * processes.
 */
async function killAtSteps(which: readonly Step[], kill: (isSecond: boolean) => Promise<void>): Promise<void> {
  for (const [n, [table, lock]] of which.entries()) {
    const domain = await makeDomain();
    const barrier = await Barrier.close(cluster.postgres.url, lock, [domain.id]);
    await deleteDomain(domain);
    await barrier.reached().catch((cause: unknown) => Promise.reject(new Error(`at ${table}`, { cause })));
    await kill(n % 2 === 1);
    await barrier.open();
  }
}

/**
 * The steps with different states: nothing is removed, half of it, all but the tables that contain the domain's name, all but the domain.
 * With FAULTS=all every second step; the other test has the remaining ones.
 */
function stepsOf(parity: 0 | 1): Step[] {
  if (IS_EVERY_FAULT) return steps.filter((_step, n) => n % 2 === parity);
  const half = Math.floor(steps.length / 2);
  return (parity === 0 ? [0, half, -1] : [half + 1, -2]).map((n) => steps.at(n)!);
}

/** Where a request that deletes a domain can be held. */
const REQUEST_STEPS = {
  'before it begins': `SELECT pg_advisory_xact_lock_shared(${DELETION}, hashtext($1))`,
  'before it is written down': 'SELECT FROM domain WHERE id = $1::uuid FOR UPDATE',
};

type RequestKill = [step: keyof typeof REQUEST_STEPS, who: string, kill: () => Promise<void>];

const killServices = (): Promise<void> => cluster.kill(cluster.api, auth);
const killPostgres = (): Promise<void> => cluster.killPostgres();

/** Nothing is stored at either step, so each kind of kill once is enough; with FAULTS=all both at each. */
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
    'whose request is interrupted %s, by a kill of %s, can be repeated',
    async (step, _who, kill) => {
      const domain = await makeDomain();
      const barrier = await Barrier.close(cluster.postgres.url, REQUEST_STEPS[step], [domain.id]);
      await cluster.begin((caller) => caller.delete(`/v1/domain/${domain.domain}`));
      await barrier.reached();
      await kill();
      await barrier.open();
      await deleteDomain(domain);
      await expectGone(domain);
    },
    120_000,
  );

  it('is carried out even if the process is killed right after its response', async () => {
    const domain = await makeDomain();
    await deleteDomain(domain);
    await cluster.kill(cluster.api);
    await expectGone(domain);
  }, 120_000);

  it('continues, whichever table its worker was killed at, sometimes together with auth', async () => {
    const before = cluster.kills;

    await killAtSteps(stepsOf(0), (isSecond) => cluster.kill(worker, ...(isSecond ? [auth] : [])));

    expect(cluster.kills - before).toBe(stepsOf(0).length + Math.floor(stepsOf(0).length / 2));
  }, 300_000);

  it('continues, whichever table PostgreSQL was killed at, sometimes together with management', async () => {
    const before = cluster.kills;

    await killAtSteps(stepsOf(1), async (isSecond) => {
      await Promise.all([cluster.killPostgres(), ...(isSecond ? [cluster.kill(cluster.api)] : [])]);
    });

    expect(cluster.kills - before).toBe(stepsOf(1).length + Math.floor(stepsOf(1).length / 2));
  }, 300_000);

  it('is complete within 30 quiet seconds: no row of a deleted domain remains, and no other is lost', async () => {
    const left = () => rows.count('domain', `status = 'deleting'`);
    await eventually(async () => (await left()) === 0, { timeoutMs: CONVERGENCE, intervalMs: 200 });

    const words = deleted.flatMap(({ id, domain }) => [id, domain]);
    // The queue keeps the jobs of killed workers a little longer.
    const mentions = () => findTablesContaining(cluster.postgres.url, ...words);
    const onlyReceipts = ['public.domain_deletion'];
    await eventually(async () => (await mentions()).join() === onlyReceipts.join(), { timeoutMs: CONVERGENCE, intervalMs: 200 }).catch(
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
    for (const domain of deleted) expect((await server.requestToken(domain.domain, domain)).status).toBe(404);
  }, 120_000);
});
