import { beforeEach, describe, expect, it } from '@jest/globals';
import { cliJson } from '../../../../test/support/cli.js';
import { startManagement } from '../../../../test/support/management.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import { sql } from '../../../../test/support/sql.js';
import { hashEntry, type HashedEntry } from './chain/entry-hash.js';

type Entry = HashedEntry & { hash: string };

const DEFAULTS = { days: 400, personalDays: 400 };

let domain: string;
let log: string;
let path: string;

const fixture = useManagementFixture();

beforeEach(async () => {
  domain = await fixture.caller.registerDomain();
  log = `/v1/domain/${domain}/log`;
  path = `${log}/retention`;
});

/** Logs the creation of a user in the past: an entry with personal data. */
async function createUser(daysAgo: number): Promise<void> {
  await fixture.caller.post(`/v1/domain/${domain}/user`, { preferredUsername: `user-of-${daysAgo}-days`, name: 'Jane Doe' });
  await sql(
    fixture.database.url,
    `UPDATE log_entry SET at = now() - $2 * interval '24 hours'
     WHERE domain_id = (SELECT id FROM domain WHERE name = $1) AND type = 'user.created' AND sequence IS NULL`,
    [domain, daysAgo],
  );
  await sql(
    fixture.database.url,
    `INSERT INTO log_key (domain_id, sub, month, encrypted)
     SELECT domain_id, sub, date_trunc('month', now() - $2 * interval '24 hours')::date, encrypted FROM log_key
     WHERE domain_id = (SELECT id FROM domain WHERE name = $1) ON CONFLICT DO NOTHING`,
    [domain, daysAgo],
  );
  await fixture.caller.get(log);
}

async function list(): Promise<Entry[]> {
  return (await fixture.caller.get(`${log}?type=user.created`)).json as Entry[];
}

async function stream(): Promise<Entry[]> {
  const { text } = await fixture.caller.get(`${log}?type=user.created`, { Accept: 'application/x-ndjson' });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}

describe('log retention', () => {
  it('is 400 days initially', async () => {
    expect(await fixture.caller.get(path)).toMatchObject({ status: 200, json: DEFAULTS });
  });

  it.each([
    { days: 30, personalDays: 30 },
    { days: 3_650, personalDays: 3_650 },
    { days: 400, personalDays: 90 },
  ])('is returned as stored: %j', async (retention) => {
    expect(await fixture.caller.put(path, retention)).toMatchObject({ status: 204, text: '' });

    expect(await fixture.caller.get(path)).toMatchObject({ status: 200, json: retention });
  });

  it.each([
    [{}, ['/days', '/personalDays']],
    [{ days: 29, personalDays: 3_651 }, ['/days', '/personalDays']],
    [{ days: '400', personalDays: 90.5, hours: 1 }, ['/days', '/hours', '/personalDays']],
    [{ days: 90 }, ['/personalDays']],
    [{ days: 90, personalDays: 91 }, ['/personalDays']],
  ])('rejects %j with a pointer to each error, and changes nothing', async (body, pointers) => {
    const { status, json } = await fixture.caller.put(path, body);

    expect(status).toBe(400);
    expect((json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer).toSorted()).toEqual(pointers);
    expect(await fixture.caller.get(path)).toMatchObject({ json: DEFAULTS });
  });

  it('logs a change with the names of the changed properties', async () => {
    for (const personalDays of [90, 90, 60]) await fixture.caller.put(path, { days: 400, personalDays });
    await fixture.caller.put(path, { days: 100, personalDays: 30 });

    const { json } = await fixture.caller.get(`${log}?type=log.retention.updated`);
    expect((json as Entry[]).map(({ data }) => data)).toEqual([
      { changed: ['days', 'personalDays'] },
      { changed: ['personalDays'] },
      { changed: ['personalDays'] },
    ]);
  });

  it('hides older entries from pages and streams, and shows them again when extended', async () => {
    await createUser(401);
    await createUser(399);
    const shown = async () => [(await list()).length, (await stream()).length];

    const byDefault = await shown();
    await fixture.caller.put(path, { days: 30, personalDays: 30 });
    const byShorter = await shown();
    await fixture.caller.put(path, { days: 402, personalDays: 30 });

    expect([byDefault, byShorter, await shown()]).toEqual([
      [1, 1],
      [0, 0],
      [2, 2],
    ]);
  });

  it('hides personal data earlier, and keeps the commitment that the hash covers', async () => {
    await createUser(91);
    await createUser(89);
    await fixture.caller.put(path, { days: 400, personalDays: 90 });

    const [younger, older] = await list();

    expect(younger!.data).toMatchObject({ salt: expect.any(String) });
    expect(older!.data).toEqual({ erased: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await stream()).toEqual([older, younger]);
    const { hash, ...entry } = older!;
    expect(hashEntry(entry)).toBe(hash);
  });

  it('lets the sweeper permanently erase older personal data, and the log still verifies', async () => {
    await createUser(70);
    await createUser(0);
    const keysOf = `log_key WHERE domain_id = (SELECT id FROM domain WHERE name = '${domain}')`;
    const [before] = await fixture.rows.query(`SELECT count(*)::integer AS keys FROM ${keysOf}`);
    await fixture.caller.put(path, { days: 400, personalDays: 30 });

    const worker = await startManagement(fixture.database.url);
    await fixture.rows.until(`(SELECT count(*) FROM ${keysOf}) = 2`);
    await worker.stop();

    await fixture.caller.put(path, { days: 400, personalDays: 400 });
    const [younger, older] = await list();
    expect(before).toEqual({ keys: 3 });
    expect(younger!.data).toMatchObject({ salt: expect.any(String) });
    expect(older!.data).toEqual({ erased: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await cliJson(fixture.database.url, 'log', 'verify', domain)).toMatchObject({ valid: true, entries: 5 });
  });

  /** Adds an entry for every ten days, the oldest a thousand days ago first. */
  const addOldEntries = () =>
    sql(
      fixture.database.url,
      `INSERT INTO log_entry (domain_id, type, actor_type, at)
       SELECT id, 'user.created', 'service', now() - (1000 - n * 10) * interval '24 hours'
       FROM domain, generate_series(0, 99) AS n WHERE name = $1 ORDER BY n`,
      [domain],
    );

  it.each([
    [30, 2],
    [35, 3],
    [395, 39],
    [995, 99],
    [3_650, 100],
  ])('shows the last %s days of a long log', async (days, count) => {
    await addOldEntries();
    await fixture.caller.put(path, { days, personalDays: 30 });

    expect(await stream()).toHaveLength(count);
    expect(await list()).toHaveLength(count);
  });

  it('hides no newer entry after an entry in the log was removed', async () => {
    await addOldEntries();
    await fixture.caller.get(log);
    await sql(
      fixture.database.url,
      `DELETE FROM log_entry WHERE sequence BETWEEN 40 AND 60 AND domain_id = (SELECT id FROM domain WHERE name = $1)`,
      [domain],
    );
    await fixture.caller.put(path, { days: 395, personalDays: 30 });

    expect(await list()).toHaveLength(39);
  });

  it('applies only to its domain', async () => {
    await createUser(100);
    const other = await fixture.caller.registerDomain();
    await fixture.caller.put(`/v1/domain/${other}/log/retention`, { days: 30, personalDays: 30 });

    expect(await list()).toHaveLength(1);
  });
});
