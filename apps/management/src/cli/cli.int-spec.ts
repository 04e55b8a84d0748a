import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cliJson, runCli, type CliRun } from '../../../../test/support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { MASTER_KEY, managementSettings } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription, type Subscriber } from '../../../../test/support/subscription.js';
import { TcpProxy } from '../../../../test/support/tcp-proxy.js';

const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const KEY = expect.stringMatching(/^latchkey_[\w-]{43}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let database: TestDatabase;
let owner: Subscriber;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await createSubscription(database.url);
});

afterAll(async () => {
  await database.drop();
});

function cli(...args: string[]): Promise<CliRun> {
  return runCli(managementSettings(database.url), ...args);
}

/** A domain with a signing key that is encrypted with another master key. */
async function insertDomain(name: string, state: { status: string; verified: boolean }): Promise<void> {
  const verifiedAt = state.verified ? new Date() : null;
  await sql(
    database.url,
    `WITH domain AS (
       INSERT INTO domain (subscription_id, name, kind, status, longest_expiry, verified_at) VALUES ($1, $2, 'custom', $3, 3600, $4) RETURNING id)
     INSERT INTO signing_key (domain_id, kid, algorithm, public_jwk, private_key, signs_from)
     SELECT id, $2, 'ES256', '{}', '\\x00', now() FROM domain`,
    [owner.id, name, state.status, verifiedAt],
  );
}

/** Expects a failed command with one line that says why, and no other output. */
function expectOneLine({ code, stdout, stderr }: CliRun, line: string | RegExp): void {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  if (typeof line === 'string') expect(stderr).toBe(`${line}\n`);
  else expect(stderr).toMatch(line);
}

describe('commands with --json', () => {
  async function json(...args: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await cli(...args, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^[^\n]+\n$/);
    return JSON.parse(stdout);
  }

  it('print one JSON value and nothing else: subscription create, subscription list', async () => {
    const created = await json('subscription', 'create', 'Größe & Co.');

    expect(created).toEqual({ id: UUID, name: 'Größe & Co.', apiKey: KEY });
    const { id } = created as { id: string };
    expect(await json('subscription', 'list')).toEqual([
      { id: owner.id, name: owner.name, createdAt: TIME },
      { id, name: 'Größe & Co.', createdAt: TIME },
    ]);
  });

  it('print one JSON value: key create, key list, key revoke', async () => {
    const named = await json('key', 'create', owner.name, '--name', 'for CI');
    const unnamed = await json('key', 'create', owner.name);
    expect(named).toEqual({ id: UUID, name: 'for CI', apiKey: KEY });
    expect(unnamed).toEqual({ id: UUID, name: 'unnamed', apiKey: KEY });
    const { id } = named as { id: string };

    expect(await json('key', 'revoke', id)).toEqual({ id, revoked: true });

    const defaults = {
      createdAt: TIME,
      revokedAt: null,
      permissions: ['*'],
      domains: null,
      networks: null,
      expiresAt: null,
      lastUsedAt: null,
    };
    expect(await json('key', 'list', owner.name)).toEqual([
      { ...defaults, id: UUID, name: 'test' },
      { ...defaults, id, name: 'for CI', revokedAt: TIME },
      { ...defaults, id: (unnamed as { id: string }).id, name: 'unnamed' },
    ]);
  });

  it('print one JSON value: key create with a role and an expiry, which key list shows', async () => {
    const { id } = await createSubscription(database.url);
    await sql(database.url, `UPDATE subscription SET name = 'with options' WHERE id = $1`, [id]);
    const options = ['--name', 'reports', '--role', 'read-only', '--expires-in-days', '30'];

    expect(await json('key', 'create', 'with options', ...options)).toEqual({ id: UUID, name: 'reports', apiKey: KEY });

    const keys = (await json('key', 'list', 'with options')) as { expiresAt: string; createdAt: string }[];
    expect(keys[1]).toMatchObject({ name: 'reports', permissions: ['*:read'], expiresAt: TIME, revokedAt: null, lastUsedAt: null });
    const days = (Date.parse(keys[1]!.expiresAt) - Date.parse(keys[1]!.createdAt)) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
  });

  it('print one JSON value: domain list, domain rotate-keys', async () => {
    await insertDomain('listed.example.com', { status: 'active', verified: true });

    expect(await json('domain', 'list')).toEqual([
      { domain: 'listed.example.com', subscriptionId: owner.id, kind: 'custom', status: 'active', createdAt: TIME },
    ]);
    const rotated = await json('domain', 'rotate-keys', 'Listed.Example.COM', '--algorithm', 'EdDSA');
    const key = { domain: 'listed.example.com', kid: expect.stringMatching(/^[\w-]{22}$/), signsFrom: TIME };
    expect(rotated).toEqual([{ ...key, algorithm: 'EdDSA' }]);
    const lead = Date.parse((rotated as [{ signsFrom: string }])[0].signsFrom) - Date.now();
    expect(lead).toBeGreaterThan(560_000);
    expect(lead).toBeLessThanOrEqual(600_000);
    const all = (await json('domain', 'rotate-keys', 'listed.example.com')) as { algorithm: string }[];
    expect(all).toEqual(all.map(({ algorithm }) => ({ ...key, algorithm })));
    expect(all.map(({ algorithm }) => algorithm).toSorted()).toEqual(['ES256', 'EdDSA']);
    await sql(database.url, 'TRUNCATE domain CASCADE');
  });

  it('print one JSON value: domain jobs', async () => {
    await insertDomain('leaving.example.com', { status: 'deleting', verified: true });
    await insertDomain('staying.example.com', { status: 'active', verified: true });
    const job = { subscriptionId: owner.id, status: 'deleting', job: 'domain-deletion' };

    expect(await json('domain', 'jobs', 'Leaving.Example.COM')).toEqual([
      { ...job, state: 'waiting', attempts: 0, lastError: null, nextAttemptAt: null },
    ]);
    await sql(
      database.url,
      `INSERT INTO job_state (domain_id, queue, state, attempts, last_error, next_attempt_at)
       SELECT id, 'domain-deletion', 'failed', 5, 'It failed.', now() + interval '1 minute' FROM domain WHERE name = 'leaving.example.com'`,
    );
    expect(await json('domain', 'jobs', 'leaving.example.com')).toEqual([
      { ...job, state: 'failed', attempts: 5, lastError: 'It failed.', nextAttemptAt: TIME },
    ]);
    expect((await cli('domain', 'jobs', 'leaving.example.com')).stdout).toMatch(/domain-deletion.*failed.*5.*It failed\./);
    expect(await json('domain', 'jobs', 'staying.example.com')).toEqual([]);
    expectOneLine(await cli('domain', 'jobs', 'absent.example.com'), 'there is no domain named absent.example.com; domain list shows all');
    await sql(database.url, 'TRUNCATE domain CASCADE');
  });

  it('print one JSON value: master-key rotate', async () => {
    await insertDomain('resealed.example.com', { status: 'active', verified: true });
    await sql(database.url, 'TRUNCATE signing_key');
    await cliJson(database.url, 'domain', 'rotate-keys', 'resealed.example.com', '--algorithm', 'ES256');
    const newKey = Buffer.alloc(32, 9).toString('base64');
    const settings = { ...managementSettings(database.url), MASTER_KEY: `${newKey},${MASTER_KEY}` };

    const { code, stdout } = await runCli(settings, 'master-key', 'rotate', '--json');

    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"resealed":2}\n' });
    expectOneLine(await cli('master-key', 'rotate'), /^MASTER_KEY: this database was encrypted with another key/);
    await sql(database.url, 'TRUNCATE domain CASCADE');
    await sql(database.url, 'TRUNCATE master_key_proof');
  });
});

describe('commands without --json', () => {
  it('print the new key, which is not shown again', async () => {
    const { code, stdout, stderr } = await cli('subscription', 'create', 'readable');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^id: [0-9a-f-]{36}\nname: readable\napiKey: latchkey_[\w-]{43}\n$/);
    const key = /latchkey_\S+/.exec(stdout)![0];
    for (const args of [
      ['subscription', 'list'],
      ['key', 'list', 'readable'],
    ]) {
      const list = await cli(...args);
      expect({ code: list.code, stderr: list.stderr }).toEqual({ code: 0, stderr: '' });
      expect(list.stdout).toMatch(/readable|first/);
      expect(list.stdout).not.toContain(key);
    }
  });

  it('print text for domain list and rotate-keys', async () => {
    await insertDomain('shown.example.com', { status: 'active', verified: true });

    const [list, rotated] = await Promise.all([cli('domain', 'list'), cli('domain', 'rotate-keys', 'shown.example.com')]);

    expect(list.stdout).toContain('shown.example.com');
    expect(rotated.stdout).toMatch(/shown\.example\.com.*ES256.*Z/);
  });
});

describe('failing commands', () => {
  it.each<[string[], string]>([
    [['key', 'create', 'nobody'], 'there is no subscription named nobody; subscription list shows all'],
    [['key', 'list', 'nobody'], 'there is no subscription named nobody; subscription list shows all'],
    [
      ['key', 'create', 'nobody', '--name', ''],
      "error: option '--name <name>' argument '' is invalid. must be 1 to 100 visible characters",
    ],
    [['key', 'revoke', 'x'], 'there is no valid key with the id x; key list shows all'],
    [
      ['key', 'revoke', '00000000-0000-4000-8000-000000000000'],
      'there is no valid key with the id 00000000-0000-4000-8000-000000000000; key list shows all',
    ],
    [['domain', 'rotate-keys', 'absent.example.com'], 'there is no active domain named absent.example.com; domain list shows all'],
    [['subscription', 'create', ' '], 'a subscription needs a name'],
  ])('print the reason in one line, and exit with 1: %j', async (args, line) => {
    expectOneLine(await cli(...args), line);
  });

  it("print that the subscription's name is taken", async () => {
    expectOneLine(await cli('subscription', 'create', owner.name), `a subscription named ${owner.name} already exists`);
    expect(await sql(database.url, 'SELECT FROM subscription WHERE name = $1', [owner.name])).toHaveLength(1);
  });

  it('print that the key was already revoked', async () => {
    const [key] = await sql<{ id: string }>(
      database.url,
      `INSERT INTO api_key (subscription_id, name, hash, revoked_at) VALUES ($1, 'old', '\\x00', now()) RETURNING id`,
      [owner.id],
    );
    const id = key!.id;

    expectOneLine(await cli('key', 'revoke', id), `there is no valid key with the id ${id}; key list shows all`);
  });

  it('print that the domain is being deleted, or not verified', async () => {
    await insertDomain('deleting.example.com', { status: 'deleting', verified: true });
    await insertDomain('pending.example.com', { status: 'pending', verified: false });

    for (const name of ['deleting.example.com', 'pending.example.com']) {
      expectOneLine(await cli('domain', 'rotate-keys', name), `there is no active domain named ${name}; domain list shows all`);
    }
  });
});

describe('commands that cannot run', () => {
  it('explain why on standard error', async () => {
    const [algorithm, argument, subscription, help] = await Promise.all([
      cli('domain', 'rotate-keys', 'a.example', '--algorithm', 'HS256'),
      cli('user', 'find', '--json'),
      cli('key', 'create', '--json'),
      cli(),
    ]);

    expectOneLine(algorithm, /Allowed choices are RS256, PS256, ES256, EdDSA/);
    expectOneLine(argument, /missing required argument 'domain'/);
    expectOneLine(subscription, /name a subscription, or use the management API with --url/);
    expect(help).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^Usage: latchkey/) });
  });

  it.each<[string[], RegExp]>([
    [['--role', 'owner'], /Allowed choices are admin, read-only/],
    [['--role', ''], /Allowed choices are admin, read-only/],
    [['--permissions', 'client:write,client:all'], /unknown: client:all/],
    [['--permissions', 'client:write', '--role', 'admin'], /cannot be used with option/],
    ...['0', '-1', '1.5', '1e2', '10000', 'soon', ''].map((days): [string[], RegExp] => [
      [`--expires-in-days=${days}`],
      /must be a whole number of days from 1 to 9999/,
    ]),
  ])('explain why, and create no key: key create %j', async (options, line) => {
    expectOneLine(await cli('key', 'create', owner.name, '--name', 'never made', ...options), line);
    expect(await sql(database.url, `SELECT FROM api_key WHERE name = 'never made'`)).toEqual([]);
  });

  it('name every missing or wrong setting, one per line', async () => {
    const { code, stdout, stderr } = await runCli({ WORKER: 'maybe', AUTH_URL: 'x' }, 'subscription', 'list');

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(
      stderr
        .trim()
        .split('\n')
        .map((line) => /^([A-Z_]+): \S/.exec(line)?.[1]),
    ).toEqual(expect.arrayContaining(['DATABASE_URL', 'MASTER_KEY', 'WORKER', 'AUTH_URL']));
  });

  it('report a refusing database in one line, without the password', async () => {
    const wrongPassword = new URL(database.tcpUrl);
    wrongPassword.password = 'not-the-password';
    const wrongName = new URL(database.tcpUrl);
    wrongName.pathname = '/nothing';

    const [refused, absent] = await Promise.all(
      [wrongPassword, wrongName].map((wrong) => runCli(managementSettings(wrong.href), 'domain', 'list')),
    );

    expectOneLine(refused!, /^DATABASE_URL: password authentication failed/);
    expect(refused!.stderr).not.toContain('not-the-password');
    expectOneLine(absent!, /^DATABASE_URL: database "nothing" does not exist/);
  });

  it('wait longer for a slow database than a request does', async () => {
    const network = await TcpProxy.before(database.url);
    network.freeze();

    const listed = runCli({ ...managementSettings(network.through(database.url)), DATABASE_TIMEOUT: '500' }, 'subscription', 'list');
    await delay(600);
    network.restore();
    const { code, stderr } = await listed;
    network.close();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('report a missing migration in one line', async () => {
    const bare = await createTestDatabase();
    await sql(bare.url, 'DROP SCHEMA public CASCADE');
    await sql(bare.url, 'CREATE SCHEMA public');

    expectOneLine(
      await runCli(managementSettings(bare.url), 'subscription', 'list'),
      /^DATABASE_URL: the database lacks migrations .*npm run migrate/,
    );

    await bare.drop();
  });
});
