import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { dump, load } from 'js-yaml';
import { runCliProcess, type CliRun } from '../support/cli.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { DiscoveryServer } from '../support/discovery-server.js';
import { createFullConfiguration } from '../support/full-configuration.js';
import { startManagementProcess, type StartedManagementProcess } from '../support/management.js';
import { Rows } from '../support/rows.js';
import { makeTestFolder } from '../support/test-folder.mjs';

type Configuration = ReturnType<typeof createFullConfiguration>;

/** Lets two changes of one domain wait in the database. */
const POOL_SIZE = '6';
const folder = makeTestFolder('configuration');
const file = join(folder, 'domain.yaml');
let database: TestDatabase;
let rows: Rows;
let upstream: DiscoveryServer;
let management: StartedManagementProcess;
let domain: string;

beforeAll(async () => {
  [database, upstream] = await Promise.all([createTestDatabase(), DiscoveryServer.start()]);
  rows = new Rows(database.url);
  management = await startManagementProcess(database.url, { DATABASE_POOL_SIZE: POOL_SIZE });
  const caller = management.as(management.apiKey);
  domain = await caller.registerDomain();
  const full = createFullConfiguration(upstream.issuer);
  expect(await caller.put(`/v1/domain/${domain}/configuration`, full)).toMatchObject({ status: 200 });
});

afterAll(async () => {
  await management.stop();
  await rows.end();
  await Promise.all([database.drop(), upstream.stop(), rm(folder, { recursive: true })]);
});

/** Runs a command of the built program in a process that has no settings but those of the API. */
function config(command: string, ...args: string[]): Promise<CliRun> {
  const settings = { LATCHKEY_URL: management.url, LATCHKEY_API_KEY: management.apiKey };
  return runCliProcess(settings, 'config', command, domain, '--file', file, ...args);
}

/** Edits the file as its owner does. */
async function edit(change: (configuration: Configuration) => void): Promise<void> {
  const configuration = load(await readFile(file, 'utf8')) as Configuration;
  change(configuration);
  await writeFile(file, dump(configuration));
}

it('exports, plans and applies a domain that has everything', async () => {
  expect(await config('export')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await config('plan')).toEqual({ code: 0, stdout: 'Nothing to change.\n', stderr: '' });

  await edit(({ clients, roles }) => {
    clients.orders.quota.tokensPerMinute = 60;
    clients.portal.active.active = true;
    Object.assign(clients, { stock: { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read', roles: ['clerk'] } });
    roles.clerk.description = 'Counts the stock';
  });
  const planned = await config('plan', '--json');
  expect({ code: planned.code, stderr: planned.stderr }).toEqual({ code: 2, stderr: '' });
  const { changes } = JSON.parse(planned.stdout) as { changes: { action: string; path: string }[] };
  expect(changes.map(({ action, path }) => `${action} ${path}`)).toEqual([
    'Replace /clients/orders/quota/tokensPerMinute',
    'Remove /clients/portal/active',
    'Add /clients/stock',
    'Replace /roles/clerk/description',
  ]);

  const applied = await config('apply');
  expect(applied).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /4 changes: 1 added, 2 replaced, 1 removed\. Applied\.\n\nNew secrets, which are shown only this once:\n {2}stock: [\w-]{43}\n$/,
    ),
    stderr: '',
  });
  expect(await config('plan')).toEqual({ code: 0, stdout: 'Nothing to change.\n', stderr: '' });
}, 120_000);

it('refuses a file with errors and names their lines, and a wrong key', async () => {
  await config('export');
  await edit(({ clients }) => Object.assign(clients.orders.quota, { tokensPerMinute: 0 }));
  const line = (await readFile(file, 'utf8')).split('\n').findIndex((text) => text.includes('tokensPerMinute')) + 1;

  expect(await config('apply')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`${file}:${line}: /clients/orders/quota/tokensPerMinute: must be a whole number`),
  });
  expect(await config('plan', '--api-key', 'latchkey_wrong')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('(401)'),
  });
}, 120_000);

it('applies one of two that run at once and start from the same state', async () => {
  await config('export');
  await edit(({ branding }) => {
    branding.name = 'Adventure Works';
  });

  let runs: Promise<CliRun>[] = [];
  await rows.inTransaction(async (query) => {
    await query(`SELECT FROM domain WHERE name = '${domain}' FOR UPDATE`);
    runs = [config('apply'), config('apply')];
    // Both have read the domain, and wait to change it.
    await rows.untilBlocked(2);
  });

  const [applied, refused] = (await Promise.all(runs)).toSorted((a, b) => a.code! - b.code!);
  expect(applied).toEqual({ code: 0, stdout: expect.stringContaining('Applied.'), stderr: '' });
  expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('(412)') });
  expect(await config('plan')).toMatchObject({ code: 0 });
}, 120_000);
