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
  cluster = await ReplicaCluster.start();
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

/** The tables that each request writes, in order: a process is killed before each of these writes. */
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

/** Before the first write of a transaction, and before its last one, when all others are done. */
const STEPS = IS_EVERY_FAULT ? EVERY_STEP : [0, 3, 5, 7].map((n) => EVERY_STEP[n]!);

/** Creates a domain, a client and a user; one of the requests is interrupted. */
async function create(
  interrupted: Send,
  interrupt: (place: Place) => Promise<void>,
): Promise<{ client: ServiceClient; statuses: number[] }> {
  const place: Place = { key: randomUUID(), domain: '' };
  const answers: Answer[] = [];
  for (const send of [registration, client, user]) {
    if (send === interrupted) await interrupt(place);
    const answer = await cluster.request((caller) => send(caller, place));
    answers.push(answer);
    place.domain ||= (answer.json as { domain: string }).domain;
  }
  const { clientSecret } = answers[1]!.json as { clientSecret: string };
  return { client: { domain: place.domain, clientId: 'service', clientSecret }, statuses: answers.map(({ status }) => status) };
}

/** Lets a request reach its write to a table, and kills there. */
async function stopAt(table: string, begin: () => Promise<unknown>, kill: () => Promise<void>): Promise<void> {
  const barrier = await Barrier.close(cluster.postgres.url, `LOCK TABLE ${table} IN SHARE MODE`);
  await begin();
  await barrier.reached();
  await kill();
  await barrier.open();
}

/** The rows of each domain but the earlier ones. A row of an interrupted request shows as a wrong number, or as one domain too many. */
function countRows(earlier: string[]): Promise<unknown[]> {
  return rows.query(
    `SELECT name AS domain, (SELECT count(*)::integer FROM signing_key WHERE domain_id = domain.id) AS keys,
            (SELECT count(*)::integer FROM client WHERE domain_id = domain.id) AS clients,
            (SELECT count(*)::integer FROM client_secret WHERE domain_id = domain.id) AS secrets,
            (SELECT count(*)::integer FROM end_user WHERE domain_id = domain.id) AS users,
            (SELECT count(*)::integer FROM log_entry WHERE domain_id = domain.id AND type = 'domain.created') AS registrations
     FROM domain WHERE name <> ALL ($1)`,
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

describe.each(VICTIMS)('a creation during which %s', (_who, kill) => {
  it.each(STEPS)('is complete or absent: %s, before it is written to %s', async (_what, table, send) => {
    const earlier = await listDomains();

    const created = await create(send, (place) => stopAt(table, () => cluster.begin((caller) => send(caller, place)), kill));

    expect(created.statuses).toEqual([201, 200, 200]);
    expect(await countRows(earlier)).toEqual([
      { domain: created.client.domain, keys: 2, clients: 1, secrets: 1, users: 1, registrations: 1 },
    ]);
    expect((await auth.requestToken(created.client.domain, created.client)).status).toBe(200);
  });
});
