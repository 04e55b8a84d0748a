import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '../../test/support/test-folder.mjs';

/** Named like the script of `npm start`, so that its process counts as one. It holds the lock until its input ends. */
const SCRIPT = `
  const { lockDataDirectory } = await import(${JSON.stringify(new URL('run-files.mjs', import.meta.url).href)});
  try {
    lockDataDirectory();
    console.log('locked');
    for await (const _ of process.stdin);
  } catch (error) {
    console.log(error.message);
  }`;

let directory: string;
let starts: ChildProcess[];

beforeEach(() => {
  directory = makeTestFolder('npm lock');
  writeFileSync(join(directory, 'start.mjs'), SCRIPT);
  starts = [];
});

afterEach(async () => {
  const running = starts.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(running.map((each) => (each.stdin!.end(), once(each, 'close'))));
  rmSync(directory, { recursive: true });
});

/** @returns its first output */
async function start(dataDirectory = directory): Promise<string> {
  const child = spawn(process.execPath, [join(directory, 'start.mjs')], {
    env: { ...process.env, DATA_DIR: dataDirectory },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  starts.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return said.toString().trim();
}

it('lets only one of several starts on one data directory run, and the others name its process', async () => {
  const said = await Promise.all([start(), start(), start()]);

  expect(said.filter((each) => each === 'locked')).toHaveLength(1);
  const { pid } = starts[said.indexOf('locked')]!;
  const refusal = `DATA_DIR: another "npm start", the process ${pid}, uses ${directory}: stop it (kill ${pid}), or set DATA_DIR to another directory`;
  expect(said.filter((each) => each !== 'locked')).toEqual([refusal, refusal]);
});

it('ignores the lock of a killed start', async () => {
  expect(await start()).toBe('locked');
  starts[0]!.kill('SIGKILL');
  await once(starts[0]!, 'close');

  expect(await start()).toBe('locked');
});

describe('lock of a killed start', () => {
  const write = (name: string, pid: number | undefined) => writeFileSync(join(directory, name), String(pid));
  let killed: number;

  beforeEach(async () => {
    await start();
    killed = starts[0]!.pid!;
    starts[0]!.kill('SIGKILL');
    await once(starts[0]!, 'close');
  });

  it('is replaced by one start at a time; another start names it, and does not change the lock', async () => {
    const elsewhere = join(directory, 'elsewhere');
    mkdirSync(elsewhere);
    expect(await start(elsewhere)).toBe('locked');
    const { pid } = starts[1]!;
    write('start.takeover', pid);

    expect(await start()).toContain(`another "npm start", the process ${pid}, uses ${directory}`);
    expect(readFileSync(join(directory, 'start.pid'), 'utf8')).toBe(String(killed));
  });

  it('names the file to remove if the start that replaced it was also killed', async () => {
    write('start.takeover', killed);

    const file = join(directory, 'start.takeover');
    expect(await start()).toBe(`DATA_DIR: "npm start" was killed while it locked ${directory}: remove ${file}`);
    rmSync(file);
    expect(await start()).toBe('locked');
  });
});
