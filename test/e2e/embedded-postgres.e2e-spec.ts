import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startPostgres, stopAbandoned } from '../../scripts/embedded-postgres.mjs';
import { eventually } from '../support/eventually.js';
import { takePort } from '../support/npm-start.js';
import { isListening } from '../support/service-process.js';
import { sql } from '../support/sql.js';

jest.setTimeout(60_000);

const SCRIPT = new URL('../../scripts/embedded-postgres.mjs', import.meta.url).href;

/** A process that starts the server and stays until it is killed. */
async function startElsewhere(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const source = `const { startPostgres } = await import(${JSON.stringify(SCRIPT)});
    console.log((await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: true })).url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, url };
}

describe('embedded PostgreSQL', () => {
  let parent: string;
  let dataDir: string;

  beforeEach(() => {
    // Its mode is 0700 and its owner the current user: if that is root, the server's own account cannot enter it. It is short, because the
    // length of a socket's path is limited.
    parent = mkdtempSync(join(tmpdir(), 'latchkey '));
    dataDir = join(parent, 'a b');
  });

  afterEach(async () => {
    await stopAbandoned(dataDir);
    rmSync(parent, { recursive: true });
  });

  it('keeps its data across restarts, on loopback, with a password and without a Unix socket', async () => {
    const first = await startPostgres({ dataDir, durable: true });
    await sql(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const settings = await sql(
      first.url,
      `SELECT name, setting FROM pg_settings WHERE name IN ('listen_addresses', 'unix_socket_directories', 'fsync') ORDER BY name`,
    );
    await first.stop();
    expect(await isListening(first.port)).toBe(false);

    const second = await startPostgres({ dataDir, durable: true });

    expect(second.reused).toBe(false);
    expect(second.socketUrl).toBe(second.url);
    expect(await sql(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(settings).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'unix_socket_directories', setting: '' },
    ]);
    const stranger = new URL(second.url);
    stranger.password = 'guessed';
    await expect(sql(stranger.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    await second.stop();
  });

  it('offers disposable data to 1000 clients on a Unix socket that only its owner can reach, without a password', async () => {
    const server = await startPostgres({ dataDir, durable: false });
    const [local, stranger] = [new URL(server.socketUrl), new URL(server.url)];
    local.password = '';
    stranger.password = 'guessed';

    expect(await sql(local.href, 'SELECT inet_server_addr() AS address')).toEqual([{ address: null }]);
    expect(await sql(local.href, 'SHOW max_connections')).toEqual([{ max_connections: '1000' }]);
    await expect(sql(stranger.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    const directory = local.searchParams.get('host')!;
    expect(existsSync(join(directory, `.s.PGSQL.${server.port}`))).toBe(true);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    await server.stop();
  });

  it('takes over a server whose parent was killed, even in a moved directory, and stops it', async () => {
    const { child, url } = await startElsewhere(dataDir);
    await sql(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const moved = join(parent, 'moved');
    renameSync(dataDir, moved);

    const server = await startPostgres({ dataDir: moved, durable: true });

    expect(server.reused).toBe(true);
    expect(await sql(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await server.stop();
    expect(await isListening(server.port)).toBe(false);
  });

  it('starts although its lock file contains the process id of another program', async () => {
    const first = await startPostgres({ dataDir, durable: false });
    await first.stop();
    const lock = join(dataDir, 'cluster', 'data', 'postmaster.pid');
    writeFileSync(lock, `${process.pid}\n${dataDir}\n1\n${first.port}\n\n127.0.0.1\n\nready\n`);

    const second = await startPostgres({ dataDir, durable: false });

    expect(second.reused).toBe(false);
    await second.stop();
  });

  it('recreates its cluster after a first start that was killed halfway', async () => {
    const child = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `const { startPostgres } = await import(${JSON.stringify(SCRIPT)}); await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });`,
    ]);
    await eventually(() => existsSync(dataDir), { intervalMs: 1 });
    child.kill('SIGKILL');
    await once(child, 'exit');

    const server = await startPostgres({ dataDir, durable: false });

    expect(await sql(server.url, 'SELECT 42 AS answer')).toEqual([{ answer: 42 }]);
    expect(readdirSync(dataDir).sort()).toEqual(['cluster', 'postgres.log']);
    await server.stop();
  });

  it("prints the server's error on one line", async () => {
    const taken = await takePort();

    const started = startPostgres({ dataDir, durable: false, port: taken.port });

    await expect(started).rejects.toThrow(/^PostgreSQL exited with code 1: .*could not create any TCP\/IP sockets[^\n]*$/);
    await taken.release();
  });
});
