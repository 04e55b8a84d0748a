import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { cliJson, runCli } from '../../../../test/support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { publishNextKey } from '../../../../test/support/key-rotation.js';
import { managementSettings } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';

interface ListedKey {
  kid: string;
  algorithm: string;
  state: string;
  signsFrom: string;
}

/** A `kid` is random base64url, so it can begin like an option. */
const LEAKED = '-leaked';

let database: TestDatabase;
let rows: Rows;
let domainId: string;
let domain: string;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  // The first command verifies the master key, so that later ones need not decrypt this test's keys.
  await cliJson(database.url, 'subscription', 'list');
});

afterAll(async () => {
  await rows.end();
  await database.drop();
});

beforeEach(async () => {
  domainId = await rows.domain({ id_token_algorithms: ['ES256'] });
  [{ name: domain }] = (await rows.query('SELECT name FROM domain WHERE id = $1', [domainId])) as [{ name: string }];
  await insertKey('old', '2 hours');
  await insertKey(LEAKED, '1 hour');
  await insertKey('of-another-algorithm', '1 hour', 'EdDSA');
});

function insertKey(kid: string, age: string, algorithm = 'ES256'): Promise<unknown> {
  return rows.query(
    `INSERT INTO signing_key (domain_id, kid, algorithm, public_jwk, private_key, signs_from) VALUES ($1, $2, $3, '{}', '\\x00', now() - $4::interval)`,
    [domainId, kid, algorithm, age],
  );
}

const list = () => cliJson(database.url, 'signing-key', 'list', domain) as Promise<ListedKey[]>;
const revoke = (kid: string) => cliJson(database.url, 'signing-key', 'revoke', domain, kid) as Promise<{ replacedBy: string | null }>;

/** The keys as `kid state`, in no order. */
async function states(): Promise<string[]> {
  return (await list()).map(({ kid, state }) => `${kid} ${state}`).toSorted();
}

async function revision(): Promise<bigint> {
  const [row] = await rows.query<{ revision: string }>('SELECT revision FROM domain WHERE id = $1', [domainId]);
  return BigInt(row!.revision);
}

async function log(): Promise<string[]> {
  const entries = await rows.query<{ entry: string }>(
    `SELECT concat_ws(' ', actor_type, type, data ->> 'kid') AS entry FROM log_entry WHERE domain_id = $1 ORDER BY id`,
    [domainId],
  );
  return entries.map(({ entry }) => entry);
}

describe('signing-key list', () => {
  it('shows the published keys and the purpose of each', async () => {
    const next = await publishNextKey(database.url, domain);

    expect((await list())[0]).toEqual({ kid: next, algorithm: 'ES256', state: 'next', signsFrom: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(await states()).toEqual([`${LEAKED} signing`, 'of-another-algorithm signing', 'old superseded', `${next} next`].toSorted());
  });
});

describe('signing-key revoke', () => {
  it('removes the signing key; a new key of its algorithm signs from now on in every process', async () => {
    const before = await revision();

    const revoked = await revoke(LEAKED);

    const { replacedBy } = revoked;
    expect(revoked).toEqual({ domain, kid: LEAKED, revoked: true, algorithm: 'ES256', replacedBy: expect.stringMatching(/^[\w-]{22}$/) });
    expect(await states()).toEqual([`${replacedBy} signing`, 'of-another-algorithm signing', 'old superseded'].toSorted());
    expect(await revision()).toBeGreaterThan(before);
    expect(await log()).toEqual([`operator signing_key.revoked ${LEAKED}`, `operator signing_key.rotated ${replacedBy}`]);
  });

  it.each(['-Version-of-nothing-0', '-help-of-nothing-00-0', '--json-of-nothing-00-0'])(
    'never takes a kid for an option: %s',
    async (kid) => {
      await rows.query('UPDATE signing_key SET kid = $1 WHERE domain_id = $2 AND kid = $3', [kid, domainId, 'old']);

      expect(await revoke(kid)).toEqual({ domain, kid, revoked: true, algorithm: 'ES256', replacedBy: null });

      expect((await states()).join()).not.toContain(kid);
    },
  );

  it('removes a superseded key without a replacement', async () => {
    const before = await revision();

    expect(await revoke('old')).toMatchObject({ replacedBy: null });

    expect(await states()).toEqual([`${LEAKED} signing`, 'of-another-algorithm signing']);
    expect(await revision()).toBeGreaterThan(before);
    expect(await log()).toEqual(['operator signing_key.revoked old']);
  });

  it('replaces a key that does not sign yet with one that signs later', async () => {
    const next = await publishNextKey(database.url, domain);

    const { replacedBy } = await revoke(next);

    expect(await states()).toEqual(
      [`${LEAKED} signing`, 'of-another-algorithm signing', 'old superseded', `${replacedBy} next`].toSorted(),
    );
    const lead = Date.parse((await list())[0]!.signsFrom) - Date.now();
    expect(lead).toBeGreaterThan(560_000);
    expect(lead).toBeLessThanOrEqual(600_000);
  });

  it('keeps a running rotation: its next key signs later, as announced', async () => {
    const next = await publishNextKey(database.url, domain);

    const { replacedBy } = await revoke(LEAKED);

    expect(await states()).toEqual([`${replacedBy} signing`, 'of-another-algorithm signing', 'old superseded', `${next} next`].toSorted());
  });

  it('revokes a key once if two operators revoke it during a rotation', async () => {
    const settings = managementSettings(database.url);
    const attempt = () => runCli(settings, 'signing-key', 'revoke', domain, LEAKED, '--json');
    const [one, other, next] = await Promise.all([attempt(), attempt(), publishNextKey(database.url, domain)]);

    expect([one.code, other.code].toSorted()).toEqual([0, 1]);
    const { replacedBy } = JSON.parse(one.stdout || other.stdout) as { replacedBy: string };
    expect(await states()).toEqual([`${replacedBy} signing`, 'of-another-algorithm signing', 'old superseded', `${next} next`].toSorted());
    expect((await log()).filter((entry) => entry.includes('revoke'))).toHaveLength(1);
  });

  it('reports an unknown key or domain in one line', async () => {
    const settings = managementSettings(database.url);
    const [key, unknown] = await Promise.all([
      runCli(settings, 'signing-key', 'revoke', domain, 'absent'),
      runCli(settings, 'signing-key', 'revoke', 'absent.example.com', LEAKED),
    ]);

    const noKey = `${domain} has no signing key with the kid absent; signing-key list ${domain} shows all\n`;
    expect(key).toEqual({ code: 1, stdout: '', stderr: noKey });
    const noDomain = 'there is no domain named absent.example.com; domain list shows all\n';
    expect(unknown).toEqual({ code: 1, stdout: '', stderr: noDomain });
    expect(await log()).toEqual([]);
  });
});
