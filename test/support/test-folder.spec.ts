import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { makeTestFolder, removeAbandonedFolders } from './test-folder.mjs';

/** Above the largest process id of any system. */
const GONE = 2 ** 30;

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'latchkey-folders-'));
  process.env['TMPDIR'] = parent;
});

afterEach(() => {
  rmSync(parent, { recursive: true });
});

it('a folder of a process that is gone is removed, and no other', async () => {
  const abandoned = join(parent, `latchkey-test-${GONE}-dns-abc`);
  mkdirSync(join(abandoned, 'ns1'), { recursive: true });
  mkdirSync(join(parent, 'of-somebody-else'));
  const mine = makeTestFolder('dns');

  await removeAbandonedFolders();

  expect(existsSync(abandoned)).toBe(false);
  expect(existsSync(mine)).toBe(true);
  expect(readdirSync(parent)).toHaveLength(2);
});
