import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { GuideStack } from '../support/integrate/guide.js';
import { SCIM_CLIENT } from '../support/integrate/scim.js';

let stack: GuideStack;
let headers: string;

beforeAll(async () => {
  stack = await GuideStack.start();
  const { SECRET = '' } = await stack.register('docs/integrate/scim.md');
  const answer = await fetch(`${stack.issuer}/connect/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`directory:${SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'scim' }),
  });
  headers = `Authorization: Bearer ${((await answer.json()) as { access_token: string }).access_token}`;
}, 120_000);

afterAll(() => stack?.stop());

interface Failure {
  stdout: string;
}

/** Runs the client, whose exit code says whether a check has failed. @returns what it printed */
async function run(...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], SCIM_CLI_HEADERS: headers, NO_COLOR: '1' };
  const running = promisify(execFile)(SCIM_CLIENT, ['--url', `${stack.issuer}/scim/v2`, ...args], { env, timeout: 280_000 });
  return (await running.catch((error: Failure) => error)).stdout;
}

it('passes the checks of scim2-tester, except that a user always has a name and an active flag', async () => {
  const report = await run('test', '--verbose');

  const failures = [...report.matchAll(/^(?:ERROR|CRITICAL|Error).*\n(.*)$/gm)].map(([, reason = '']) => reason.trim());
  expect(failures).toEqual(['name', 'active'].map((name) => `PATCH modify() did not remove attribute '${name}'`));
  expect(report.match(/^SUCCESS /gm)!.length).toBeGreaterThan(100);
}, 300_000);
