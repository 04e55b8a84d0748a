import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authSettings } from '../support/auth.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { send } from '../support/http.js';
import { COMPILE_CACHE, freePort, startCommand } from '../support/service-process.js';

/** Each logs 200 bytes: together more than the 208 KiB that the socket between two processes holds. */
const REQUESTS = 1_500;
const AT_ONCE = 50;

const logger = fileURLToPath(new URL('../../build/libs/observability/src/logger.js', import.meta.url));

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

it('a process whose log is not read still serves, and exits on SIGTERM', async () => {
  const port = await freePort();
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...authSettings(database.url, { AUTH_PORT: String(port) }) };
  const { cwd, options } = startCommand('apps/auth/src/main.js');
  const child = spawn(process.execPath, options, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const status = async (path: string): Promise<number> =>
    (await send(`http://127.0.0.1:${port}${path}`, { headers: { Host: 'x' } })).status;
  await eventually(async () => (await status('/readyz').catch(() => 0)) === 200, { timeoutMs: 45_000 });

  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, () => status('/absent')));
  expect(await status('/readyz')).toBe(200);

  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGKILL']);
});

it('writes few lines too, also after a silence', async () => {
  const script = `
    const { createLogger } = await import(${JSON.stringify(logger)});
    const log = createLogger({ service: 'auth', level: 'info', format: 'json' });
    log.info('first');
    setTimeout(() => log.info('second'), 3_000);
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const messages: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    messages.push((JSON.parse(line) as { msg: string }).msg);
    if (messages.length === 2) child.kill('SIGKILL');
  }
  expect(messages).toEqual(['first', 'second']);
});

it('keeps 16 MiB of an unread log, drops further lines and counts them', async () => {
  const script = `
    const { createLogger, droppedLogLines } = await import(${JSON.stringify(logger)});
    const log = createLogger({ service: 'auth', level: 'info', format: 'json' });
    const text = 'x'.repeat(16_384);
    for (let line = 0; line < 1_600; line += 1) log.info(text);
    process.stderr.write(String(droppedLogLines()), () => process.kill(process.pid, 'SIGKILL'));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const dropped = Number(await text(child.stderr));
  // 16 MiB hold 1,024 lines of 16 KiB, minus the JSON around each text.
  expect(dropped).toBeGreaterThan(560);
  expect(dropped).toBeLessThan(600);
});
