import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuthProcess, authSettings, startAuth } from '../support/auth.js';
import { runCli } from '../support/cli.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { ManagementProcess, managementSettings, MASTER_KEY, startManagement } from '../support/management.js';
import { freePort, ServiceProcess, type Settings } from '../support/service-process.js';
import { sql } from '../support/sql.js';

const OTHER_KEY = randomBytes(32).toString('base64');
const REFUSAL = 'MASTER_KEY: this database was encrypted with another key. Set the MASTER_KEY that its other processes have\n';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const management = await startManagement(database.url, { WORKER: 'off' });
  await management.as(management.apiKey).registerDomain();
  await management.stop();
});

afterAll(() => database.drop());

function withKey(key: string): Settings {
  return managementSettings(database.url, { MASTER_KEY: key });
}

async function ending(process: ServiceProcess) {
  const { code } = await process.ended;
  return { code, stderr: process.stderr };
}

describe('a database that was encrypted with another MASTER_KEY', () => {
  it.each<[string, () => Promise<ServiceProcess>]>([
    ['the management API', async () => new ManagementProcess(await freePort(), withKey(OTHER_KEY)).process],
    ['the auth server', async () => new AuthProcess(await freePort(), authSettings(database.url, { MASTER_KEY: OTHER_KEY })).process],
    ['the migration', async () => new ServiceProcess('apps/management/src/migrate.js', withKey(OTHER_KEY))],
    ['an operator command', async () => new ServiceProcess('apps/management/src/cli/main.js', withKey(OTHER_KEY), ['domain', 'list'])],
  ])('stops the start of %s with one line', async (_what, start) => {
    expect(await ending(await start())).toEqual({ code: 1, stderr: REFUSAL });
  });

  it('is recognized by its signing keys if it is older than the proof', async () => {
    await sql(database.url, 'DELETE FROM master_key_proof');

    const wrong = new AuthProcess(await freePort(), authSettings(database.url, { MASTER_KEY: OTHER_KEY }));
    expect(await ending(wrong.process)).toEqual({ code: 1, stderr: REFUSAL });

    await (await startAuth(database.url)).stop();
  });
});

describe('the rotation of MASTER_KEY', () => {
  it('requires a list of both keys; a process with only the old key is no longer ready', async () => {
    const both = `${OTHER_KEY},${MASTER_KEY}`;
    const [old, rotating] = await Promise.all([startAuth(database.url), startAuth(database.url, { MASTER_KEY: both })]);

    const { code, stdout } = await runCli(withKey(both), 'master-key', 'rotate', '--json');

    expect({ code, ...(JSON.parse(stdout) as object) }).toEqual({ code: 0, resealed: 2 });
    expect([await old.isReady(), await rotating.isReady()]).toEqual([false, true]);
    await Promise.all([old.stop(), rotating.stop()]);
  });
});

describe('a lost MASTER_KEY', () => {
  it('can be replaced by removing the values that it had encrypted: domains issue tokens with new signing keys', async () => {
    const lost = await createTestDatabase();
    const first = await startManagement(lost.url, { WORKER: 'off' });
    const caller = first.as(first.apiKey);
    const domain = await caller.registerDomain();
    const { json } = await caller.put(`/v1/domain/${domain}/client/service`, {
      clientType: 'Confidential',
      grantType: 'ClientCredentials',
      scope: 'read',
    });
    const client = { clientId: 'service', clientSecret: (json as { clientSecret: string }).clientSecret };
    await first.stop();
    const settings = managementSettings(lost.url, { MASTER_KEY: OTHER_KEY });
    expect(await runCli(settings, 'domain', 'rotate-keys', domain)).toEqual({ code: 1, stdout: '', stderr: REFUSAL });

    await sql(lost.url, 'DELETE FROM signing_key; DELETE FROM master_key_proof');

    expect((await runCli(settings, 'domain', 'rotate-keys', domain)).code).toBe(0);
    const auth = await startAuth(lost.url, { MASTER_KEY: OTHER_KEY });
    const { status } = await auth.requestToken(domain, client);
    await auth.stop();
    await lost.drop();
    expect(status).toBe(200);
  });
});
