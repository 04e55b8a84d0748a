import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAuth, type StartedAuth } from '../support/auth.js';
import type { Answer } from '../support/http.js';
import type { Caller } from '../support/management.js';
import { Rows } from '../support/rows.js';
import type { ServiceClient } from '../support/service-client.js';
import { ReplicaCluster } from './replica-cluster.js';
import { Barrier } from './barrier.js';
import { IS_EVERY_FAULT } from './extent.js';

const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };

let cluster: ReplicaCluster;
let rows: Rows;
let auth: StartedAuth;

beforeAll(async () => {
  cluster = await ReplicaCluster.start(GROUPS.length);
  rows = new Rows(cluster.postgres.url);
  auth = await startAuth(cluster.postgres.url, { RATE_LIMIT: 'off' });
}, 90_000);

afterAll(async () => {
  await Promise.all([rows?.end(), auth?.stop()]);
  await cluster.stop();
});

interface Place {
  key: string;
  domain: string;
}

type Send = (caller: Caller, place: Place) => Promise<Answer>;

const registration: Send = (caller, { key }) => caller.post('/v1/domain', undefined, { 'Idempotency-Key': `domain-${key}` });
const client: Send = (caller, { domain }) => caller.put(`/v1/domain/${domain}/client/service`, CLIENT);
const user: Send = (caller, { domain, key }) =>
  caller.post(
    `/v1/domain/${domain}/user`,
    { preferredUsername: 'somebody.else', name: 'Somebody Else' },
    { 'Idempotency-Key': `user-${key}` },
  );

/** The requests in order: each one needs what the earlier ones create. */
const REQUESTS = [registration, client, user];

/** The tables that each request writes, in order. A process is killed before each of these writes. */
const EVERY_STEP: Step[] = [
  ['a domain', 'idempotency_answer', registration],
  ['a domain', 'domain', registration],
  ['a domain', 'signing_key', registration],
  ['a domain', 'log_entry', registration],
  ['a client', 'client', client],
  ['a client', 'client_secret', client],
  ['a user', 'end_user', user],
  ['a user', 'user_count', user],
];
type Step = [request: string, table: string, send: Send];

/**
 * By default, kills happen before the first write of a transaction, and before its last one, when all others are done. One kill interrupts
 * two requests: the first one has not yet written to the table of the second. With FAULTS=all each step has its own kill.
 */
const GROUPS: Step[][] = (
  IS_EVERY_FAULT
    ? EVERY_STEP.map((_, n) => [n])
    : [
        [0, 5],
        [7, 3],
      ]
).map((group) => group.map((n) => EVERY_STEP[n]!));

/** The requests that create one domain, a client and a user. One of them is interrupted. */
class Creation {
  private readonly place: Place = { key: randomUUID(), domain: '' };
  private readonly answers: Answer[] = [];
  private barrier: Barrier | undefined;

  private constructor(private readonly step: Step) {}

  /** Sends the requests before the one to be interrupted. */
  static async prepare(step: Step): Promise<Creation> {
    const creation = new Creation(step);
    for (const send of REQUESTS.slice(0, REQUESTS.indexOf(step[2]))) await creation.send(send);
    return creation;
  }

  /** Waits until the request has reached its write to the table. */
  async hold(): Promise<void> {
    const [, table, send] = this.step;
    this.barrier = await Barrier.close(cluster.postgres.url, `LOCK TABLE ${table} IN SHARE MODE`);
    await cluster.begin((caller) => send(caller, this.place));
    await this.barrier.reached();
  }

  /** Repeats the request, and sends the remaining ones. */
  async complete(): Promise<{ service: ServiceClient; statuses: number[] }> {
    for (const send of REQUESTS.slice(this.answers.length)) await this.send(send);
    const { clientSecret } = this.answers[1]!.json as { clientSecret: string };
    const statuses = this.answers.map(({ status }) => status);
    return { service: { domain: this.place.domain, clientId: 'service', clientSecret }, statuses };
  }

  async release(): Promise<void> {
    await this.barrier!.open();
  }

  private async send(send: Send): Promise<void> {
    const answer = await cluster.request((caller) => send(caller, this.place));
    this.answers.push(answer);
    this.place.domain ||= (answer.json as { domain: string }).domain;
  }
}

/**
 * The rows of each domain except the earlier ones. A row of an interrupted request shows up as a wrong number, or as one domain too many.
 */
function countRows(earlier: string[]): Promise<unknown[]> {
  return rows.query(
    `SELECT name AS domain, (SELECT count(*)::integer FROM signing_key WHERE domain_id = domain.id) AS keys,
            (SELECT count(*)::integer FROM client WHERE domain_id = domain.id) AS clients,
            (SELECT count(*)::integer FROM client_secret WHERE domain_id = domain.id) AS secrets,
            (SELECT count(*)::integer FROM end_user WHERE domain_id = domain.id) AS users,
            (SELECT count(*)::integer FROM log_entry WHERE domain_id = domain.id AND type = 'domain.created') AS registrations
     FROM domain WHERE name <> ALL ($1) ORDER BY name COLLATE "C"`,
    [earlier],
  );
}

async function listDomains(): Promise<string[]> {
  const domains = await rows.query<{ name: string }>('SELECT name FROM domain');
  return domains.map(({ name }) => name);
}

const VICTIMS: [who: string, kill: () => Promise<void>][] = [
  ['management is killed', () => cluster.kill(cluster.api)],
  ['PostgreSQL is killed', () => cluster.killPostgres()],
];
const TITLED_GROUPS = GROUPS.map(
  (steps) => [steps.map(([what, table]) => `${what}, before it is written to ${table}`).join('; '), steps] as const,
);

describe.each(VICTIMS)('a creation during which %s', (_who, kill) => {
  it.each(TITLED_GROUPS)('is either complete or absent: %s', async (_what, steps) => {
    const earlier = await listDomains();
    const creations = await Promise.all(steps.map((step) => Creation.prepare(step)));
    for (const creation of creations) await creation.hold();

    await kill();

    await Promise.all(creations.map((creation) => creation.release()));
    const created = await Promise.all(creations.map((creation) => creation.complete()));
    for (const { statuses } of created) expect(statuses).toEqual([201, 200, 200]);
    const complete = created.map(({ service }) => ({
      domain: service.domain,
      keys: 1,
      clients: 1,
      secrets: 1,
      users: 1,
      registrations: 1,
    }));
    expect(await countRows(earlier)).toEqual(complete.toSorted((a, b) => (a.domain < b.domain ? -1 : 1)));
    for (const { service } of created) expect((await auth.requestToken(service.domain, service)).status).toBe(200);
  });
});
