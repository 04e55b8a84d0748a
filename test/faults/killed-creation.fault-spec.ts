import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http.js';
import type { Caller } from '../support/management.js';
import { Rows } from '../support/rows.js';
import type { ServiceClient } from '../support/service-client.js';
import { ReplicaCluster } from './replica-cluster.js';
import { Barrier } from './barrier.js';

const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };

let cluster: ReplicaCluster;
let rows: Rows;
/** What was acknowledged. */
const acknowledged: ServiceClient[] = [];

beforeAll(async () => {
  cluster = await ReplicaCluster.start();
}, 90_000);

afterAll(async () => {
  await rows?.end();
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

/** The tables that each request writes: a process is killed before each of these writes. */
const STEPS: [request: string, table: string, send: Send][] = [
  ['a domain', 'idempotency_answer', registration],
  ['a domain', 'domain', registration],
  ['a domain', 'signing_key', registration],
  ['a domain', 'log_entry', registration],
  ['a client', 'client', client],
  ['a client', 'client_secret', client],
  ['a user', 'end_user', user],
  ['a user', 'user_count', user],
];

/** Makes all that a step needs before it, and that comes after it, and keeps in mind what was acknowledged. */
async function create(interrupted: Send, interrupt: (place: Place) => Promise<void>): Promise<number[]> {
  const place: Place = { key: randomUUID(), domain: '' };
  const answers: Answer[] = [];
  for (const send of [registration, client, user]) {
    if (send === interrupted) await interrupt(place);
    const answer = await cluster.request((caller) => send(caller, place));
    answers.push(answer);
    place.domain ||= (answer.json as { domain: string }).domain;
  }
  const { clientSecret } = answers[1]!.json as { clientSecret: string };
  acknowledged.push({ domain: place.domain, clientId: 'service', clientSecret });
  return answers.map(({ status }) => status);
}

/** Lets a request come as far as its write to a table, and there kills. */
async function stopAt(table: string, begin: () => Promise<unknown>, kill: () => Promise<void>): Promise<void> {
  const barrier = await Barrier.close(cluster.postgres.url, `LOCK TABLE ${table} IN SHARE MODE`);
  await begin();
  await barrier.reached();
  await kill();
  await barrier.open();
}

describe('a creation during which a process is killed', () => {
  it.each(STEPS)('%s, before it is written to %s: management and auth are killed', async (_what, table, send) => {
    const statuses = await create(send, (place) =>
      stopAt(
        table,
        () => cluster.begin((caller) => send(caller, place)),
        () => cluster.kill(cluster.api, cluster.auth),
      ),
    );

    expect(statuses).toEqual([201, 200, 200]);
  });

  it.each(STEPS)('%s, before it is written to %s: PostgreSQL is killed', async (_what, table, send) => {
    const statuses = await create(send, (place) =>
      stopAt(
        table,
        () => cluster.begin((caller) => send(caller, place)),
        () => cluster.killPostgres(),
      ),
    );

    expect(statuses).toEqual([201, 200, 200]);
  });

  it('is complete or absent: no acknowledged data is lost, and no orphaned row remains', async () => {
    const auth = await cluster.auth.up;
    for (const each of acknowledged) expect((await auth.requestToken(each.domain, each)).status).toBe(200);
    rows = new Rows(cluster.postgres.url);
    const found = await rows.query(
      `SELECT name AS domain, (SELECT count(*)::integer FROM signing_key WHERE domain_id = domain.id) AS keys,
              (SELECT count(*)::integer FROM client WHERE domain_id = domain.id) AS clients,
              (SELECT count(*)::integer FROM client_secret WHERE domain_id = domain.id) AS secrets,
              (SELECT count(*)::integer FROM end_user WHERE domain_id = domain.id) AS users,
              (SELECT count(*)::integer FROM log_entry WHERE domain_id = domain.id AND operation = 'domain.register') AS registrations
       FROM domain ORDER BY name`,
    );
    const whole = { keys: 1, clients: 1, secrets: 1, users: 1, registrations: 1 };
    expect(found).toEqual(
      acknowledged
        .map(({ domain }) => domain)
        .toSorted()
        .map((domain) => ({ domain, ...whole })),
    );
    expect(cluster.kills).toBeGreaterThanOrEqual(24);
  });
});
