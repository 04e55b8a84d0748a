import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { createSubscription } from '../../../../test/support/subscription.js';

/** A domain and its resources, as parts of paths. */
interface Place {
  at: string;
  sub: string;
  secretId: string;
}

const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
/** The kind of lock that a deletion takes. */
const DELETION = 1_684_367_214;
/** The kind of lock that a check of a name takes. */
const VERIFICATION = 1_684_367_215;
const NOT_FOUND = { status: 404, json: expect.objectContaining({ type: '/problems/domain-not-found' }) };

let database: TestDatabase;
let management: StartedManagement;
let caller: Caller;
let rows: Rows;
let place: Place;

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off', DATABASE_POOL_SIZE: '8' });
  caller = management.as(management.apiKey);
  rows = new Rows(database.url);
});

afterAll(async () => {
  await rows.end();
  await management.stop();
  await database.drop();
});

beforeEach(async () => {
  const at = `/v1/domain/${await caller.registerDomain()}`;
  await caller.put(`${at}/client/app`, CLIENT);
  const [user, secret] = await Promise.all([
    caller.post(`${at}/user`, { preferredUsername: 'somebody.else', name: 'Somebody Else' }),
    caller.post(`${at}/client/app/secret`),
  ]);
  place = { at, sub: (user.json as { sub: string }).sub, secretId: (secret.json as { id: string }).id };
});

function name(): string {
  return place.at.split('/')[3]!;
}

const CHANGES: [what: string, table: string, change: (place: Place) => Promise<Answer>, success: number][] = [
  ['a client is changed', 'client', ({ at }) => caller.put(`${at}/client/app`, { ...CLIENT, scope: 'other' }), 200],
  ['a client is removed', 'client', ({ at }) => caller.delete(`${at}/client/app`), 200],
  ['a secret is made', 'client', ({ at }) => caller.post(`${at}/client/app/secret`), 201],
  ['a secret is ended', 'client', ({ at, secretId }) => caller.delete(`${at}/client/app/secret/${secretId}`), 204],
  ['a user is changed', 'end_user', ({ at, sub }) => caller.patch(`${at}/user/${sub}`, { nickname: 'else' }), 204],
  ['a user is removed', 'end_user', ({ at, sub }) => caller.delete(`${at}/user/${sub}`), 204],
  [
    'a magic link is made',
    'end_user',
    ({ at, sub }) => caller.post(`${at}/user/${sub}/magiclink`, { redirectUri: 'https://app.example.com/' }),
    201,
  ],
];

describe('domain deletion under concurrency', () => {
  it.each(CHANGES)('is answered after concurrent work, and nothing changes from then on: %s', async (_what, table, change, success) => {
    const holder = new pg.Client(database.url);
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM ${table} WHERE domain_id = (SELECT id FROM domain WHERE name = $1) FOR UPDATE`, [name()]);
    const changing = change(place);
    await rows.untilBlocked(1);

    const deleting = caller.delete(place.at);
    await rows.untilBlocked(2);
    await holder.query('COMMIT');
    await holder.end();

    expect([(await changing).status, (await deleting).status]).toEqual([success, 204]);
    expect(await change(place)).toMatchObject(NOT_FOUND);
  });

  it.each(CHANGES)('blocks requests that found the domain before: %s', async (_what, _table, change) => {
    // The deletion has started and is not committed yet, so requests still find the domain and wait for the outcome.
    const holder = new pg.Client(database.url);
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT pg_advisory_xact_lock($1, hashtext(id::text)) FROM domain WHERE name = $2', [DELETION, name()]);
    await holder.query(`UPDATE domain SET status = 'deleting' WHERE name = $1`, [name()]);
    const changing = change(place);
    await rows.untilBlocked(1);
    await holder.query('COMMIT');
    await holder.end();

    expect(await changing).toMatchObject(NOT_FOUND);
  });
});

describe('deletion of a custom domain', () => {
  it('waits for a check of its name before it locks the domain, which the check will change', async () => {
    await rows.query(`UPDATE domain SET kind = 'custom' WHERE name = $1`, [name()]);
    const check = new pg.Client(database.url);
    await check.connect();
    await check.query('BEGIN');
    await check.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [VERIFICATION, name()]);

    const deleting = caller.delete(place.at);
    await rows.untilBlocked(1);
    const changed = check.query(`SELECT FROM domain WHERE name = $1 FOR NO KEY UPDATE NOWAIT`, [name()]);

    await expect(changed).resolves.toMatchObject({ rowCount: 1 });
    await check.query('COMMIT');
    await check.end();
    expect((await deleting).status).toBe(204);
  });
});

describe('a domain that is being deleted', () => {
  it('links to its running deletion, even in responses that do not find the domain', async () => {
    const { at } = place;
    const { headers } = await caller.delete(at);
    const repeated = await caller.delete(at);

    expect([repeated.status, repeated.headers['location']]).toEqual([404, headers['location']]);
    expect(await caller.get(headers['location']!)).toMatchObject({
      status: 200,
      headers: { etag: expect.any(String) },
      json: {
        id: headers['location']!.replace('/v1/deletion/', ''),
        domain: name(),
        status: 'Running',
        requestedAt: expect.any(String),
        completedAt: null,
        receipt: null,
      },
    });
  });

  it('does not link other subscriptions to its deletion', async () => {
    const { at } = place;
    const stranger = management.as((await createSubscription(database.url)).apiKey);
    const { headers } = await caller.delete(at);

    expect((await stranger.delete(at)).headers).not.toHaveProperty('location');
    const elsewhere = ['/v1/deletion/00000000-0000-4000-8000-000000000000', '/v1/deletion/1', '/v1/deletion/%27'];
    const answers = [await stranger.get(headers['location']!), ...(await Promise.all(elsewhere.map((path) => caller.get(path))))];
    expect(answers.map(kindOf)).toEqual(answers.map(() => '404 /problems/deletion-not-found'));
  });
});
