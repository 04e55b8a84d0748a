import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { cliJson, runCli } from '../../../../../test/support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { eventually } from '../../../../../test/support/eventually.js';
import { managementSettings, startManagement, type Caller, type StartedManagement } from '../../../../../test/support/management.js';
import { Rows } from '../../../../../test/support/rows.js';
import { createSubscription } from '../../../../../test/support/subscription.js';
import { makeTestFolder } from '../../../../../test/support/test-folder.mjs';

const TABLES = ['log_entry', 'log_chain', 'log_checkpoint', 'log_head_key', 'receipt_key'];

let database: TestDatabase;
let rows: Rows;
let management: StartedManagement;
let caller: Caller;
let domain: string;
let domainId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  management = await startManagement(database.url, { RATE_LIMIT: 'off' });
  caller = management.as((await createSubscription(database.url)).apiKey);
  await createLog();
});

afterAll(async () => {
  await management.stop();
  await rows.end();
  await database.drop();
});

/** A domain with seven chained entries, and checkpoints of the fourth and the last. */
async function createLog(): Promise<void> {
  domain = await caller.registerDomain();
  [{ id: domainId }] = (await rows.query('SELECT id FROM domain WHERE name = $1', [domain])) as [{ id: string }];
  for (const sequence of [4, 7]) {
    await addEntries(3);
    await rows.until(`(SELECT sequence FROM log_chain WHERE domain_id = '${domainId}') = ${sequence}`);
    await rows.query('UPDATE log_chain SET checkpoint_due_at = now() WHERE domain_id = $1', [domainId]);
    await rows.until(`(SELECT checkpoint_sequence FROM log_chain WHERE domain_id = '${domainId}') = ${sequence}`);
  }
  for (const table of TABLES) await rows.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
}

/** Restores what a test has changed, while the worker does not chain an entry that a test removed: the statements are one transaction. */
beforeEach(async () => {
  const restore = TABLES.map((table) => `DELETE FROM ${table}; INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept_${table}`);
  await rows.query(['LOCK TABLE log_chain IN EXCLUSIVE MODE', ...restore].join('; '));
});

const addEntries = (count: number, id = domainId): Promise<unknown> =>
  rows.query(
    `INSERT INTO log_entry (domain_id, type, actor_type, client_id) SELECT $1, 'client.deleted', 'operator', 'c' || n FROM generate_series(1, $2::integer) AS n`,
    [id, count],
  );

async function verify(...args: string[]): Promise<{ code: number | null; result: unknown }> {
  const { code, stdout } = await runCli(managementSettings(database.url), 'log', 'verify', ...args, '--json');
  return { code, result: JSON.parse(stdout) };
}

async function readExport(name: string): Promise<string> {
  return (await caller.get(`/v1/domain/${name}/log`, { Accept: 'application/x-ndjson' })).text;
}

/** Verifies an export without a database and without keys. */
async function verifyFile(content: string): Promise<{ code: number | null; result: unknown }> {
  const folder = makeTestFolder('log');
  const file = join(folder, 'log.ndjson');
  await writeFile(file, content);
  const { code, stdout } = await runCli({}, 'log', 'verify', '--file', file, '--json');
  await rm(folder, { recursive: true });
  return { code, result: JSON.parse(stdout) };
}

/** A statement about the domain $1 that tampers with its log, and what verification reports. */
const TAMPERINGS: [string, string, object][] = [
  ['a changed field', `UPDATE log_entry SET client_id = 'x' WHERE domain_id = $1 AND sequence = 3`, { sequence: 3, problem: 'changed' }],
  [
    'a changed time',
    `UPDATE log_entry SET at = at + interval '1 us' WHERE domain_id = $1 AND sequence = 1`,
    { sequence: 1, problem: 'changed' },
  ],
  ['a removed entry', 'DELETE FROM log_entry WHERE domain_id = $1 AND sequence = 3', { sequence: 3, problem: 'missing' }],
  ['a removed end', 'DELETE FROM log_entry WHERE domain_id = $1 AND sequence > 5', { sequence: 6, problem: 'missing' }],
  [
    'a removed end with its head and checkpoint',
    `WITH entry AS (DELETE FROM log_entry WHERE domain_id = $1 AND sequence > 5),
          checkpoint AS (DELETE FROM log_checkpoint WHERE domain_id = $1 AND sequence > 5)
     UPDATE log_chain SET sequence = 5, hash = (SELECT hash FROM log_entry WHERE domain_id = $1 AND sequence = 5) WHERE domain_id = $1`,
    { sequence: 7, problem: 'checkpoint-missing' },
  ],
  [
    'a hash that is taken out, so that the entry is chained again',
    `UPDATE log_entry SET sequence = NULL, hash = NULL, previous_hash = NULL WHERE domain_id = $1 AND sequence = 2`,
    { sequence: 2, problem: 'missing' },
  ],
  [
    'a checkpoint of another place',
    `UPDATE log_checkpoint SET jws = (SELECT jws FROM log_checkpoint WHERE domain_id = $1 AND sequence = 7) WHERE domain_id = $1 AND sequence = 4`,
    { sequence: 4, problem: 'checkpoint-invalid' },
  ],
  [
    'a forged checkpoint',
    `UPDATE log_checkpoint SET jws = jws || 'A' WHERE domain_id = $1 AND sequence = 4`,
    { sequence: 4, problem: 'checkpoint-invalid' },
  ],
  [
    'a removed checkpoint',
    'DELETE FROM log_checkpoint WHERE domain_id = $1 AND sequence = 7',
    { sequence: 7, problem: 'checkpoint-missing' },
  ],
];

it('signs a checkpoint every 1,000 entries of a fast-growing log', async () => {
  const id = await rows.domain();

  await addEntries(3_300, id);
  await rows.until(`(SELECT checkpoint_sequence FROM log_chain WHERE domain_id = '${id}') >= 3000`);

  const checkpoints = await rows.query<{ sequence: string }>('SELECT sequence FROM log_checkpoint WHERE domain_id = $1 ORDER BY sequence', [
    id,
  ]);
  expect(checkpoints.map(({ sequence }) => sequence)).toEqual(['1000', '2000', '3000']);
});

describe('log verify', () => {
  it('accepts an unaltered log', async () => {
    expect(await verify(domain)).toEqual({ code: 0, result: { valid: true, entries: 7, checkpoints: 2, removals: 0 } });
  });

  it.each(TAMPERINGS)('detects %s', async (_what, statement, firstFault) => {
    await rows.query(statement, [domainId]);

    expect(await verify(domain)).toEqual({
      code: 1,
      result: { valid: false, entries: expect.any(Number), checkpoints: expect.any(Number), removals: expect.any(Number), firstFault },
    });
  });

  it('accepts an unaltered log before and after personal data are erased, also offline', async () => {
    const name = await caller.registerDomain();
    const { sub } = (await caller.post(`/v1/domain/${name}/user`, { preferredUsername: 'somebody.else', name: 'Jane' })).json as {
      sub: string;
    };
    await caller.patch(`/v1/domain/${name}/user/${sub}`, { nickname: 'j' });
    const before = await readExport(name);
    const valid = [await verify(name), await verifyFile(before)];
    await caller.delete(`/v1/domain/${name}/user/${sub}`);
    const after = await readExport(name);

    valid.push(await verify(name), await verifyFile(after));

    expect(valid).toEqual([3, 3, 4, 4].map((entries) => ({ code: 0, result: { valid: true, entries, checkpoints: 0, removals: 0 } })));
    expect([before.includes('nickname'), after.includes('nickname')]).toEqual([true, false]);
    const changed = before.replace('"nickname"', '"email"');
    expect(await verifyFile(changed)).toMatchObject({ code: 1, result: { firstFault: { sequence: 3, problem: 'changed' } } });
  });

  it.each([
    ['altered', 'UPDATE log_entry SET encrypted_data = encrypted_data || decode($$00$$, $$hex$$) WHERE domain_id = $1 AND sequence = 2'],
    [
      'moved',
      `UPDATE log_entry AS entry SET encrypted_data = other.encrypted_data FROM log_entry AS other
       WHERE entry.domain_id = $1 AND entry.sequence = 2 AND other.domain_id = $1 AND other.sequence = 3`,
    ],
  ])('detects personal data that were %s in the database', async (_, statement) => {
    const name = await caller.registerDomain();
    const { sub } = (await caller.post(`/v1/domain/${name}/user`, { preferredUsername: 'somebody.else', name: 'Jane' })).json as {
      sub: string;
    };
    await caller.patch(`/v1/domain/${name}/user/${sub}`, { nickname: 'j' });
    await readExport(name);
    const [{ id }] = (await rows.query('SELECT id FROM domain WHERE name = $1', [name])) as [{ id: string }];

    await rows.query(statement, [id]);

    expect(await verify(name)).toMatchObject({ code: 1, result: { firstFault: { sequence: 2, problem: 'changed' } } });
    expect(await readExport(name)).toContain('"data":{"unreadable":true}');
  });

  it('detects a log that was copied from another domain with its checkpoints', async () => {
    const other = await rows.domain();
    await rows.query(`UPDATE log_entry SET domain_id = $2 WHERE domain_id = $1`, [domainId, other]);
    const [{ name }] = (await rows.query('SELECT name FROM domain WHERE id = $1', [other])) as [{ name: string }];

    expect(await verify(name)).toMatchObject({ code: 1, result: { firstFault: { sequence: 1, problem: 'not-linked' } } });
  });

  it('does not trust a key that was only written to the database', async () => {
    await rows.query(`UPDATE receipt_key SET private_key = '\\x00'`);

    expect(await verify(domain)).toMatchObject({ code: 1, result: { firstFault: { sequence: 4, problem: 'checkpoint-invalid' } } });
  });

  it('verifies an export with kept checkpoints, without a database', async () => {
    const folder = makeTestFolder('log');
    const [log, checkpoints, keys] = ['log.ndjson', 'checkpoints.json', 'keys.json'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const { text } = await caller.get(`/v1/domain/${domain}/log`, { Accept: 'application/x-ndjson' });
    await writeFile(log, text);
    await writeFile(checkpoints, JSON.stringify(await cliJson(database.url, 'log', 'checkpoints', domain)));
    await writeFile(keys, (await caller.get('/v1/receipt-keys')).text);
    const offline = async (...args: string[]) => {
      const { code, stdout } = await runCli({}, 'log', 'verify', '--file', log, ...args, '--json');
      return { code, result: JSON.parse(stdout) as unknown };
    };

    const whole = [await offline(), await offline('--checkpoints', checkpoints, '--keys', keys)];
    await writeFile(log, text.split('\n').slice(0, 5).join('\n'));
    const truncated = await offline('--checkpoints', checkpoints, '--keys', keys);
    await rm(folder, { recursive: true });

    expect(whole).toEqual([0, 2].map((count) => ({ code: 0, result: { valid: true, entries: 7, checkpoints: count, removals: 0 } })));
    expect(truncated).toMatchObject({ code: 1, result: { valid: false, firstFault: { sequence: 6, problem: 'missing' } } });
  });
});

describe('log chain metrics', () => {
  it('show how far the chains and checkpoints are behind, without domains in deletion', async () => {
    const readLag = async (): Promise<number[]> => {
      const { text } = await management.send('/metrics');
      const names = ['unchained_entries', 'chain_lag_seconds', 'checkpoint_lag_seconds'];
      return names.map((name) => Number(new RegExp(`^latchkey_log_${name} (.*)$`, 'm').exec(text)?.[1]));
    };
    await addEntries(3, await rows.domain({ status: 'deleting' }));
    await rows.query(`UPDATE log_chain SET checkpoint_due_at = now() + interval '1 second' WHERE domain_id = $1`, [domainId]);

    await rows.inTransaction(async (query) => {
      // Makes the sweepers wait.
      await query('LOCK TABLE log_chain IN EXCLUSIVE MODE');
      await addEntries(2);
      await rows.query(`UPDATE log_entry SET at = now() - interval '5 minutes' WHERE sequence IS NULL`);
      await eventually(async () => (await readLag())[2]! > 0, { timeoutMs: 20_000 });
    });

    const [entries, age = 0] = await readLag();
    expect([entries, Math.floor(age / 60)]).toEqual([2, 5]);
  });
});
