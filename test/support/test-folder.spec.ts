import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { isAlive } from '../../scripts/process.mjs';
import { eventually } from './eventually.js';
import { makeTestFolder, removeAbandonedFolders } from './test-folder.mjs';

/** Above the largest process id of any system. */
const GONE = 2 ** 30;

let parent: string;
let children: ChildProcess[];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'latchkey-folders-'));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(parent, { recursive: true });
});

/** Starts a process that would outlive its parent, and waits until it runs. @returns its id */
async function startServer(cwd: string, ...args: string[]): Promise<number> {
  const source = "console.log('ready'); setInterval(() => {}, 1000);";
  const child = spawn(process.execPath, ['--eval', source, '--', ...args], { cwd, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child.pid!;
}

it('only folders of dead processes are removed', async () => {
  const abandoned = join(parent, `latchkey-test-${GONE}-dns-abc`);
  mkdirSync(join(abandoned, 'ns1'), { recursive: true });
  mkdirSync(join(parent, 'of-somebody-else'));
  const mine = makeTestFolder('dns', parent);

  await removeAbandonedFolders(parent);

  expect(existsSync(abandoned)).toBe(false);
  expect(existsSync(mine)).toBe(true);
  expect(readdirSync(parent)).toHaveLength(2);
});

it('on Linux, only processes in folders of dead processes are killed', async () => {
  const abandoned = join(parent, `latchkey-test-${GONE}-redis-abc`);
  const [inside, mine] = [join(abandoned, 'data'), makeTestFolder('redis', parent)];
  mkdirSync(inside, { recursive: true });
  const lost = [
    await startServer(inside),
    await startServer(parent, join(inside, 'conf')),
    await startServer(parent, `--dir=${abandoned}`),
  ];
  const others = [await startServer(parent, `${abandoned}d`), await startServer(mine), await startServer(parent, `cat ${inside}`)];

  await removeAbandonedFolders(parent);

  // A killed process loses its folder and its arguments some moments before it is gone.
  if (process.platform === 'linux') expect(await eventually(() => !lost.some(isAlive))).toBe(true);
  else expect(lost.every(isAlive)).toBe(true);
  expect(others.map(isAlive)).toEqual([true, true, true]);
  expect(existsSync(abandoned)).toBe(false);
});
