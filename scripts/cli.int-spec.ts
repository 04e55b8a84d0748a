import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-cli-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command where there is neither a database nor a management API. */
const runAlone = (...args: string[]) => {
  const { DATABASE_URL: _database, LATCHKEY_URL: _url, ...environment } = process.env;
  return run(process.execPath, ['scripts/cli.mjs', ...args, '--json'], { env: { ...environment, DATA_DIR: folder } });
};

describe('without a database', () => {
  it('exports of other services are migrated', async () => {
    const [file, out] = [join(folder, 'realm.json'), join(folder, 'migration')];
    writeFileSync(file, JSON.stringify({ users: [{ id: 'user-1', username: 'grace.hopper' }] }));

    const { stdout } = await runAlone('migrate', 'keycloak', file, '--out', out);

    expect(JSON.parse(stdout)).toMatchObject({ users: 1 });
    expect(readFileSync(join(out, 'users.ndjson'), 'utf8')).toContain('"sub":"user-1"');
  });

  it('an exported log is verified', async () => {
    const file = join(folder, 'log.ndjson');
    writeFileSync(file, '');

    expect(JSON.parse((await runAlone('log', 'verify', '--file', file)).stdout)).toMatchObject({ valid: true, entries: 0 });
  });

  it('other commands say what is missing', async () => {
    await expect(runAlone('domain', 'list')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('No database') });
  });
});
