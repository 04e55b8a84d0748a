import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCli, type CliRun } from '../../../../test/support/cli.js';
import { makeTestFolder } from '../../../../test/support/test-folder.mjs';

let folder: string;

beforeAll(async () => {
  folder = makeTestFolder('log-command');
});

afterAll(() => rm(folder, { recursive: true }));

/** Verifies an empty export with files of the given contents. */
async function verify(files: Record<string, string>): Promise<CliRun> {
  const options = Object.entries({ file: '', checkpoints: '[]', keys: '{"keys":[]}', ...files });
  for (const [name, text] of options) await writeFile(join(folder, name), text);
  return runCli({}, 'log', 'verify', ...options.flatMap(([name]) => [`--${name}`, join(folder, name)]));
}

describe('log verify --file', () => {
  it.each([
    ['keys', '[]', 'an object with the list keys'],
    ['keys', '{}', 'an object with the list keys'],
    ['keys', '{"keys":[null]}', 'an object with the list keys'],
    ['checkpoints', '{}', 'a list of strings'],
    ['checkpoints', 'null', 'a list of strings'],
    ['removals', '[1]', 'a list of strings'],
  ])('says in one line what the file of --%s must be, instead of %s', async (name, text, expected) => {
    const { code, stdout, stderr } = await verify({ [name]: text });

    expect([code, stdout, stderr.split('\n')]).toEqual([
      1,
      '',
      [expect.stringMatching(`${name}: must be .* for --${name}: ${expected}$`), ''],
    ]);
  });

  it('skips a byte order mark at the start of its files', async () => {
    const { code, stderr } = await verify({ checkpoints: '\uFEFF[]', keys: '\uFEFF{"keys":[]}' });

    expect([code, stderr]).toEqual([0, '']);
  });
});
