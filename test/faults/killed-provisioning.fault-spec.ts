import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAuth, type StartedAuth } from '../support/auth.js';
import { Bind } from '../support/dns/bind.js';
import { DnsLab } from '../support/dns-lab/dns-lab.js';
import { eventually } from '../support/eventually.js';
import type { Management } from '../support/management.js';
import { findLeftovers } from '../support/leftovers.js';
import { Rows } from '../support/rows.js';
import { ReplicaCluster, type Replica } from './replica-cluster.js';
import { Barrier } from './barrier.js';
import { expireLeases } from './expire-leases.js';
import { IS_EVERY_FAULT } from './extent.js';

const ZONE = 'fault.test';
/** Milliseconds without a change after which all work counts as done. On an idle machine half of them would suffice. */
const CONVERGENCE = 60_000;
const POLL_OPTIONS = { timeoutMs: 90_000, intervalMs: 20 };
const SCENARIO = 240_000;

interface Domain {
  id: string;
  name: string;
}

let bind: Bind;
let lab: DnsLab;
let cluster: ReplicaCluster;
let worker: Replica<Management>;
let rows: Rows;
let auth: StartedAuth;
/** The records of custom domains in the zone. */
const published: string[] = [];
/** The acknowledged domains. */
const [sandboxes, customs, deleted]: [Domain[], Domain[], Domain[]] = [[], [], []];

beforeAll(async () => {
  [bind, lab] = await Promise.all([
    Bind.start(),
    DnsLab.start([
      { name: 'test', servers: ['ns1'], records: ['edge A 192.0.2.1'] },
      { name: ZONE, servers: ['ns1'], records: [] },
    ]),
  ]);
  // Each job that waits for a lock occupies a connection, and so does each sweeper.
  const settings = { ...bind.settings, ...lab.settings, DNS_TARGET: 'edge.test', DATABASE_POOL_SIZE: '10' };
  cluster = await ReplicaCluster.start(0, settings);
  worker = cluster.worker(EVERY_SITUATION.length);
  await worker.up;
  rows = new Rows(cluster.postgres.url);
  auth = await startAuth(cluster.postgres.url, { RATE_LIMIT: 'off' });
}, 150_000);

afterAll(async () => {
  bind?.wake();
  await Promise.all([rows?.end(), auth?.stop()]);
  await cluster?.stop();
  await Promise.all([bind?.stop(), lab?.stop()]);
});

async function register(kind: Domain[], domain?: string): Promise<Domain> {
  const key = { 'Idempotency-Key': randomUUID() };
  const { status, json } = await cluster.request((caller) => caller.post('/v1/domain', domain && { domain }, key));
  expect(status).toBe(201);
  const { domain: name } = json as { domain: string };
  const [row] = await eventually(() => rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [name]));
  const registered = { id: row!.id, name };
  kind.push(registered);
  return registered;
}

/** Registers a name of the DNS lab, and creates the records that prove it. */
async function registerCustom(): Promise<Domain> {
  const registered = await register(customs, `name-${customs.length + 1}.${ZONE}`);
  const { json } = await cluster.request((caller) => caller.get(`/v1/domain/${registered.name}`));
  const { dnsRecords } = json as { dnsRecords: { type: string; name: string; value: string }[] };
  for (const { type, name, value } of dnsRecords) published.push(`${name}. ${type} ${type === 'TXT' ? `"${value}"` : `${value}.`}`);
  await lab.change(ZONE, published);
  return registered;
}

function untilCounted(table: string, condition: string): Promise<unknown> {
  return eventually(async () => (await rows.count(table, condition)) > 0, POLL_OPTIONS);
}

/**
 * Registers a domain whose record is about to be created, and waits for the name server. Earlier domains must have their records already.
 * Otherwise their attempts, each waiting for the silent server, would occupy the worker for as long as the queue retries them.
 */
async function registerInSilence(): Promise<Domain> {
  await eventually(async () => (await rows.count('domain', `kind = 'sandbox' AND dns_target IS NULL`)) === 0, POLL_OPTIONS);
  bind.silence();
  const registered = await register(sandboxes);
  await untilCounted('dns_attempt', `owner = '${registered.id}'`);
  return registered;
}

/** The barriers at which work waits for the kill. */
const barriers = new Set<Barrier>();

async function closeBarrier(lock: string, ...values: unknown[]): Promise<Barrier> {
  const barrier = await Barrier.close(cluster.postgres.url, lock, values);
  barriers.add(barrier);
  return barrier;
}

async function openBarrier(barrier: Barrier): Promise<void> {
  barriers.delete(barrier);
  await barrier.open();
}

/** Blocks the start of every job. */
const JOBS = 'LOCK TABLE job_state IN SHARE MODE';
const BLOCKED_JOBS = `NOT granted AND relation = 'job_state'::regclass`;
/** A lock that blocks changes of a row, but no references to it. */
const ROW = 'SELECT FROM domain WHERE id = $1 FOR NO KEY UPDATE';
const VERIFICATION_ROW = 'SELECT FROM domain_verification WHERE domain_id = $1 FOR UPDATE';

/** The record of a sandbox domain exists, but that has not been stored yet. */
async function holdCreatedRecord(): Promise<void> {
  const { id } = await registerInSilence();
  const barrier = await closeBarrier(ROW, id);
  bind.wake();
  await barrier.reached();
}

/** The jobs of a sandbox domain and of a custom one are waiting in the queue and have not begun. */
async function holdNewJobs(): Promise<{ sandbox: Domain; custom: Domain; begin: () => Promise<void> }> {
  const jobs = await closeBarrier(JOBS);
  const [sandbox, custom] = [await register(sandboxes), await registerCustom()];
  await eventually(async () => (await rows.count('pg_locks', BLOCKED_JOBS)) >= 2, POLL_OPTIONS);
  return { sandbox, custom, begin: () => openBarrier(jobs) };
}

/** It has not been stored yet that a sandbox domain may have a record, nor what was found for a custom one. */
async function holdBegunJobs(): Promise<void> {
  const { sandbox, custom, begin } = await holdNewJobs();
  const both = [await closeBarrier(ROW, sandbox.id), await closeBarrier(VERIFICATION_ROW, custom.id)];
  await begin();
  await Promise.all(both.map((barrier) => barrier.reached()));
}

/** The silent name server is asked to remove the record of a deleted domain. */
async function holdRemoval({ id, name }: Domain): Promise<void> {
  bind.silence();
  await cluster.request((caller) => caller.delete(`/v1/domain/${name}`));
  await untilCounted('job_state', `domain_id = '${id}' AND queue = 'domain-deletion' AND state = 'running'`);
}

/** A kind of work that waits for the kill, and how to bring it there. */
type Situation = [what: string, hold: () => Promise<void>];

/**
 * All steps of creating and removing the record of a sandbox domain, and of proving a custom one. A worker provisions two domains at once.
 */
const EVERY_SITUATION: Situation[] = [
  [
    'before it is written down that there may be a record, that a record is there, and what was seen of a custom domain, and while a record is removed',
    async () => {
      const domain = await register(deleted);
      await untilCounted('domain', `id = '${domain.id}' AND dns_target IS NOT NULL`);
      await holdCreatedRecord();
      await holdBegunJobs();
      await holdRemoval(domain);
    },
  ],
  [
    'while the name server is asked for a record, and before other jobs are begun',
    async () => {
      await registerInSilence();
      await holdNewJobs();
    },
  ],
];

/** Situations in which a name server knows more than the database, or only the queue has a job. */
const WITHOUT_POSTGRES: Situation = [
  'before it is written down that a record is there, and before other jobs are begun',
  async () => {
    await holdCreatedRecord();
    await holdNewJobs();
  },
];

/**
 * Kills while work waits. The worker must be up beforehand: while its sweepers wait for a lock, it may have no connection left to report
 * that it is ready.
 */
async function interrupt(hold: () => Promise<void>, kill: () => Promise<void>): Promise<void> {
  await worker.up;
  await hold();
  // Each statement still waits; none was given up in the meantime.
  await Promise.all([...barriers].map((barrier) => barrier.reached()));
  await kill();
  bind.wake();
  await Promise.all([...barriers].map(openBarrier));
}

/** The successor need not wait until the killed worker counts as dead. */
async function killWorker(hold: () => Promise<void>): Promise<void> {
  await interrupt(hold, () => cluster.kill(worker));
  await expireLeases(cluster.postgres.url);
}

/** PostgreSQL is killed once; with FAULTS=all, in every situation. */
const POSTGRES_SITUATIONS = IS_EVERY_FAULT ? EVERY_SITUATION : [WITHOUT_POSTGRES];
const EVERY = [
  ...EVERY_SITUATION.map(([what, hold]) => [what, 'the worker is killed', () => killWorker(hold)] as const),
  ...POSTGRES_SITUATIONS.map(
    ([what, hold]) => [what, 'PostgreSQL is killed', () => interrupt(hold, () => cluster.killPostgres())] as const,
  ),
];

/** The records that the zone must contain for all domains that were registered and not deleted. */
function wanted(): string[] {
  return sandboxes
    .flatMap(({ id, name }) => [`${name} CNAME edge.test`, `_latchkey.${name} TXT heritage=latchkey,domain=${id},record=CNAME/edge.test`])
    .toSorted();
}

async function states(): Promise<unknown> {
  const [counts] = await rows.query(
    `SELECT count(*) FILTER (WHERE status = 'active' AND kind = 'sandbox')::integer AS sandboxes,
       count(*) FILTER (WHERE status = 'active' AND kind = 'custom')::integer AS customs,
       count(*) FILTER (WHERE status <> 'active')::integer AS others, (SELECT count(*)::integer FROM job_state) AS jobs FROM domain`,
  );
  return counts;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

describe('a domain', () => {
  it.each(EVERY)(
    'survives a kill %s: %s',
    async (_what, _who, interruptAndKill) => expect(await interruptAndKill()).toBeUndefined(),
    SCENARIO,
  );

  it('is consistent after a quiet period, with exactly the right records, no lost job and nothing left over', async () => {
    await worker.up;
    await rows.query(`UPDATE domain SET dns_begun_at = dns_begun_at - interval '8 seconds' WHERE status = 'deleting'`);
    const expected = { sandboxes: sandboxes.length, customs: customs.length, others: 0, jobs: 0 };
    // The zone is read last, because each query starts a program.
    const isQuiet = async (): Promise<boolean> => isEqual(await states(), expected) && isEqual(await bind.contents(), wanted());
    await eventually(isQuiet, { timeoutMs: CONVERGENCE, intervalMs: 250 }).catch(() => undefined);
    expect(await states()).toEqual(expected);
    expect(await bind.contents()).toEqual(wanted());

    for (const { name } of [...sandboxes, ...customs]) expect((await auth.send(name, '/.well-known/jwks.json')).status).toBe(200);
    for (const { name } of deleted) expect((await auth.send(name, '/.well-known/jwks.json')).status).toBe(404);
    const mentions = () => findLeftovers(cluster.postgres.url, ...deleted.flatMap(({ id, name }) => [id, name]));
    await eventually(async () => (await mentions()).length === 0, { timeoutMs: CONVERGENCE, intervalMs: 250 }).catch(() => undefined);
    expect(await mentions()).toEqual([]);
    expect(await bind.contents()).toEqual(wanted());
    expect(cluster.kills).toBe(EVERY.length);
  }, 240_000);
});
