import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runCliProcess, type CliRun } from '../../../../test/support/cli.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import { makeTestFolder } from '../../../../test/support/test-folder.mjs';

const JANE = { preferredUsername: 'jane.doe@example.com', name: 'Jane Doe' };
const fixture = useManagementFixture({ WORKER: 'on' });
const folder = makeTestFolder('import');
const file = join(folder, 'users.ndjson');

beforeAll(() => writeFile(file, `${JSON.stringify(JANE)}\n{}\n`));

afterAll(() => rm(folder, { recursive: true }));

function run(...args: string[]): Promise<CliRun> {
  const { management, caller } = fixture;
  return runCliProcess({ LATCHKEY_URL: management.url, LATCHKEY_API_KEY: caller.apiKey }, 'user', 'import', ...args);
}

it('imports the users of a file, or only finds its errors', async () => {
  const domain = await fixture.caller.registerDomain();
  const result = {
    status: 'Completed',
    read: 2,
    created: 1,
    updated: 0,
    failed: 1,
    errors: [expect.objectContaining({ line: 2 }), expect.anything()],
  };

  expect(JSON.parse((await run(domain, file, '--dry-run', '--json')).stdout)).toEqual(result);
  expect((await fixture.caller.get(`/v1/domain/${domain}/user`)).json).toEqual([]);
  expect(JSON.parse((await run(domain, file, '--json')).stdout)).toEqual(result);
  expect((await fixture.caller.get(`/v1/domain/${domain}/user`)).json).toMatchObject([{ preferredUsername: JANE.preferredUsername }]);
});

it('names a file that cannot be read', async () => {
  const { code, stderr } = await run('localhost', join(folder, 'absent.ndjson'));

  expect([code, stderr]).toEqual([1, expect.stringContaining('absent.ndjson')]);
});
