import { expect, it } from '@jest/globals';
import WorkerEnvironment from './environment.mjs';

it('gives the next test file the variables and functions of the process as they were', async () => {
  const { env, exit } = process;
  const before = { ...env };
  const environment = new WorkerEnvironment();
  env['LATCHKEY_ADDED'] = 'by a test';
  delete env['PATH'];
  process.env = { LATCHKEY_ONLY: 'of a test' };
  process.exit = () => undefined as never;

  await environment.teardown();

  expect(process.env).toBe(env);
  expect({ ...process.env }).toEqual(before);
  expect(process.exit).toBe(exit);
});
