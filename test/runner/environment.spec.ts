import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from '@jest/globals';
import WorkerEnvironment, { countHandles } from './environment.mjs';

it('gives the next test file the original variables and functions of the process', async () => {
  const { env, exit } = process;
  const before = { ...env };
  const environment = new WorkerEnvironment({ projectConfig: { fakeTimers: {}, rootDir: '.' } } as never);
  env['LATCHKEY_ADDED'] = 'by a test';
  delete env['PATH'];
  process.env = { LATCHKEY_ONLY: 'of a test' };
  process.exit = () => undefined as never;

  await environment.teardown();

  expect(process.env).toBe(env);
  expect({ ...process.env }).toEqual(before);
  expect(process.exit).toBe(exit);
});

it('counts threads and child processes that a test file leaves open, also those that Node.js does not wait for', async () => {
  const count = () => ['Worker', 'child process'].map((kind) => countHandles().get(kind)!);
  const [threads = 0, children = 0] = count();
  const thread = new Worker('setInterval(() => undefined, 1_000)', { eval: true });
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'], { detached: true, stdio: 'ignore' });
  child.unref();
  await once(thread, 'online');

  const during = count();
  child.kill();
  await Promise.all([thread.terminate(), once(child, 'exit')]);

  expect(during).toEqual([threads + 1, process.platform === 'linux' ? children + 1 : 0]);
  expect(count()).toEqual([threads, children]);
});
