import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startManagementProcess, type Caller, type StartedManagementProcess } from '../support/management.js';
import { sql } from '../support/sql.js';

const USERS = 20_000;
/** A user's attributes are the hexadecimal text of so many hashes, which PostgreSQL cannot compress much. */
const HASHES = 150;
const BYTES = USERS * HASHES * 32;
/** Megabytes of heap: the process needs half of them to start, and does not have room for all users. */
const HEAP = 128;
const POOL_SIZE = 4;
const NDJSON = 'application/x-ndjson';

let database: TestDatabase;
let management: StartedManagementProcess;
let caller: Caller;
let path: string;

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagementProcess(database.url, {
    WORKER: 'off',
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
  });
  caller = management.as(management.apiKey);
  const domain = await caller.registerDomain();
  path = `/v1/domain/${domain}/user`;
  await sql(
    database.url,
    `INSERT INTO end_user (domain_id, block, identity_provider, username_key, search_text, attributes)
     SELECT domain.id, 0, 'local', username, '', jsonb_build_object('preferred_username', username, 'note',
       (SELECT string_agg(md5(n || '/' || part), '') FROM generate_series(1, $3::integer) AS part))
     FROM domain, generate_series(1, $2::integer) AS n, format('user-%s@example.com', n) AS username WHERE domain.name = $1`,
    [domain, USERS, HASHES],
  );
  // As the database does by itself within some minutes: without statistics it sorts all users for each page.
  await sql(database.url, 'ANALYZE end_user');
}, 120_000);

afterAll(async () => {
  await management.stop();
  await database.drop();
});

async function open(): Promise<IncomingMessage> {
  const headers = { 'x-api-key': caller.apiKey, Accept: NDJSON };
  const [response] = (await once(get(`${management.url}${path}`, { headers, agent: false }), 'response')) as [IncomingMessage];
  return response;
}

/** The connections of the service that are in a transaction or run a statement. */
async function countBusyConnections(): Promise<number> {
  const [row] = await sql<{ busy: number }>(
    database.url,
    `SELECT count(*)::integer AS busy FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND state <> 'idle'`,
  );
  return row!.busy;
}

describe('20,000 users as NDJSON', () => {
  it('are each sent once, by a process without the memory for all', async () => {
    const subs = new Set<string>();

    for await (const line of createInterface({ input: await open() })) subs.add((JSON.parse(line) as { sub: string }).sub);

    expect(subs.size).toBe(USERS);
  }, 60_000);

  it('wait in the database for clients that do not read, with neither a connection nor memory', async () => {
    // More clients than the pool has connections.
    const responses = await Promise.all(Array.from({ length: POOL_SIZE * 2 }, open));

    // Enough time to read all users.
    await delay(5_000);

    expect(await countBusyConnections()).toBe(0);
    expect((await caller.get(`${path}?limit=1`)).status).toBe(200);
    const [last, ...others] = responses;
    for (const response of others) response.destroy();
    let bytes = 0;
    for await (const part of last!) bytes += (part as Buffer).length;
    expect(bytes).toBeGreaterThan(BYTES);
  }, 60_000);

  it('can be resumed after the last whole line of a broken connection', async () => {
    const first: string[] = [];
    const response = await open();
    for await (const line of createInterface({ input: response })) {
      if (first.push((JSON.parse(line) as { sub: string }).sub) === USERS - 10) break;
    }
    response.destroy();

    const rest = await caller.get(`${path}?after=${first.at(-1)!}`, { Accept: NDJSON });

    const subs = rest.text.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { sub: string }).sub]));
    expect(subs).toHaveLength(10);
    expect(new Set([...first, ...subs]).size).toBe(USERS);
  }, 60_000);
});
