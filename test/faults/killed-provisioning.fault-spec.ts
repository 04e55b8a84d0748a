import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAuth, type StartedAuth } from '../support/auth.js';
import { Bind } from '../support/dns/bind.js';
import { DnsLab } from '../support/dns-lab/dns-lab.js';
import { eventually } from '../support/eventually.js';
import type { StartedManagementProcess } from '../support/management.js';
import { findLeftovers } from '../support/leftovers.js';
import { Rows } from '../support/rows.js';
import { ReplicaCluster, type Replica } from './replica-cluster.js';
import { Barrier } from './barrier.js';
import { expireLeases } from './expire-leases.js';
import { IS_EVERY_FAULT } from './extent.js';

const ZONE = 'fault.test';
/** Milliseconds without a change after which all work counts as done: on an idle machine half of them suffice. */
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
let worker: Replica<StartedManagementProcess>;
let rows: Rows;
let auth: StartedAuth;
/** What the zone of custom domains has. */
const published: string[] = [];
/** What was acknowledged. */
const [sandboxes, customs, deleted]: [Domain[], Domain[], Domain[]] = [[], [], []];

beforeAll(async () => {
  [bind, lab] = await Promise.all([
    Bind.start(),
    DnsLab.start([
      { name: 'test', servers: ['ns1'], records: ['edge A 192.0.2.1'] },
      { name: ZONE, servers: ['ns1'], records: [] },
    ]),
  ]);
  cluster = await ReplicaCluster.start({ ...bind.settings, ...lab.settings, DNS_TARGET: 'edge.test' });
  worker = cluster.worker();
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

/** Registers a name of the laboratory, and creates the records that prove it. */
async function registerCustom(): Promise<Domain> {
  const registered = await register(customs, `name-${customs.length + 1}.${ZONE}`);
  const { json } = await cluster.request((caller) => caller.get(`/v1/domain/${registered.name}`));
  const { dnsRecords } = json as { dnsRecords: { type: string; name: string; value: string }[] };
  for (const { type, name, value } of dnsRecords) published.push(`${name}. ${type} ${type === 'TXT' ? `"${value}"` : `${value}.`}`);
  await lab.change(ZONE, published);
  return registered;
}

/** Lets work come as far as a lock, and there kills. */
async function killBefore(lock: string, values: unknown[], { begin, kill }: { begin: () => unknown; kill: () => Promise<void> }) {
  const barrier = await Barrier.close(cluster.postgres.url, lock, values);
  await begin();
  await barrier.reached();
  await kill();
  await barrier.open();
}

function untilCounted(table: string, condition: string): Promise<unknown> {
  return eventually(async () => (await rows.count(table, condition)) > 0, POLL_OPTIONS);
}

/**
 * Registers a domain whose record is about to be created, and waits for the name server. The domains before it must have their records:
 * otherwise their attempts, each waiting for the silent server, would occupy the worker for as long as the queue retries them.
 */
async function registerInSilence(): Promise<Domain> {
  await eventually(async () => (await rows.count('domain', `kind = 'sandbox' AND dns_target IS NULL`)) === 0, POLL_OPTIONS);
  bind.silence();
  const registered = await register(sandboxes);
  await untilCounted('dns_attempt', `owner = '${registered.id}'`);
  return registered;
}

const JOBS = 'LOCK TABLE job_state IN SHARE MODE';
/** A lock that blocks changes of a row, but no references to it. */
const ROW = 'SELECT FROM domain WHERE id = $1 FOR NO KEY UPDATE';

type Kill = () => Promise<void>;

/** Each step of creating, and of removing, the DNS record of a sandbox domain. */
const PROVISIONING: [what: string, interrupt: (kill: Kill) => Promise<void>][] = [
  ['before its provisioning is begun', (kill) => killBefore(JOBS, [], { begin: () => register(sandboxes), kill })],
  [
    'before it is written down that there may be a record',
    async (kill) => {
      const jobs = await Barrier.close(cluster.postgres.url, JOBS);
      const { id } = await register(sandboxes);
      await jobs.reached();
      await killBefore(ROW, [id], { begin: () => jobs.open(), kill });
    },
  ],
  [
    'while the name server is asked for it',
    async (kill) => {
      await registerInSilence();
      await kill();
      bind.wake();
    },
  ],
  [
    'before it is written down that the record is there',
    async (kill) => {
      const { id } = await registerInSilence();
      await killBefore(ROW, [id], { begin: () => bind.wake(), kill });
    },
  ],
  [
    'while its record is removed',
    async (kill) => {
      const domain = await register(deleted);
      await untilCounted('domain', `id = '${domain.id}' AND dns_target IS NOT NULL`);
      bind.silence();
      await cluster.request((caller) => caller.delete(`/v1/domain/${domain.name}`));
      await untilCounted('job_state', `domain_id = '${domain.id}' AND queue = 'domain-deletion' AND state = 'running'`);
      await kill();
      bind.wake();
    },
  ],
];

/** Each step of proving a custom domain. */
const VERIFICATION: typeof PROVISIONING = [
  ['before its check is begun', (kill) => killBefore(JOBS, [], { begin: registerCustom, kill })],
  [
    'before what was seen is written down',
    async (kill) => {
      const jobs = await Barrier.close(cluster.postgres.url, JOBS);
      const { id } = await registerCustom();
      await jobs.reached();
      const lock = 'SELECT FROM domain_verification WHERE domain_id = $1 FOR UPDATE';
      await killBefore(lock, [id], { begin: () => jobs.open(), kill });
    },
  ],
];

/**
 * Kills the worker at a step. It must be up before: while its sweepers wait for a lock, it has no connection left to answer that it is. Its
 * successor need not wait until it counts as dead.
 */
async function killWorker(interrupt: (kill: Kill) => Promise<void>): Promise<void> {
  await worker.up;
  await interrupt(() => cluster.kill(worker));
  await expireLeases(cluster.postgres.url);
}

/** Kills PostgreSQL where a name server knows more than the database, and where only the queue has a job; with FAULTS=all everywhere. */
const WITHOUT_POSTGRES = IS_EVERY_FAULT ? [...PROVISIONING, ...VERIFICATION] : [PROVISIONING[3]!, VERIFICATION[0]!];
const EVERY = [
  ...[...PROVISIONING, ...VERIFICATION].map(([what, interrupt]) => [what, 'the worker is killed', () => killWorker(interrupt)] as const),
  ...WITHOUT_POSTGRES.map(([what, interrupt]) => [what, 'PostgreSQL is killed', () => interrupt(() => cluster.killPostgres())] as const),
];

/** The records that the zone must have of all domains that were registered and not deleted. */
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

describe('a domain', () => {
  it.each(EVERY)('%s: %s', async (_what, _who, interrupt) => expect(await interrupt()).toBeUndefined(), SCENARIO);

  it('is consistent after a quiet period: exactly the right records, no lost job, nothing left over', async () => {
    await worker.up;
    await rows.query(`UPDATE domain SET dns_begun_at = dns_begun_at - interval '8 seconds' WHERE status = 'deleting'`);
    const expected = { sandboxes: sandboxes.length, customs: customs.length, others: 0, jobs: 0 };
    const isQuiet = async (): Promise<boolean> =>
      JSON.stringify([await states(), await bind.contents()]) === JSON.stringify([expected, wanted()]);
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
