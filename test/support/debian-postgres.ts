import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serverAccount } from '../../scripts/postgres/account.mjs';
import { eventually } from './eventually.js';
import { freePort } from './service-process.js';
import { sql } from './sql.js';
import { makeTestFolder } from './test-folder.mjs';

const SCRIPTS = fileURLToPath(new URL('../../deploy/backup', import.meta.url));
const RELEASES = '/usr/lib/postgresql';
/** A power failure may lose the data of a test. */
const THROW_AWAY = ['fsync=off', 'full_page_writes=off'];

/**
 * Debian's PostgreSQL, including the backup programs that the embedded one lacks: a server that archives its log, and restored copies of
 * it.
 */
export class DebianPostgres {
  private readonly account = serverAccount(undefined);
  private readonly folder = makeTestFolder('backup');
  /** It belongs to the server's account. The folder around it stays ours; otherwise the next run could not remove it. */
  private readonly directory = join(this.folder, 'files');
  private readonly programs = newestPrograms();
  private server: ChildProcess | undefined;
  private port = 0;

  private constructor() {
    chmodSync(this.folder, 0o755);
    mkdirSync(this.directory);
    // The server's account may have no access to the checkout.
    cpSync(SCRIPTS, this.path('scripts'), { recursive: true });
    mkdirSync(this.path('log'));
    if (this.account) for (const path of [this.directory, this.path('log')]) chownSync(path, this.account.uid, this.account.gid);
  }

  static async start(): Promise<DebianPostgres> {
    const postgres = new DebianPostgres();
    const options = ['--username=latchkey', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
    await postgres.run(join(postgres.programs, 'initdb'), [...options, '--pgdata', postgres.path('data')]);
    await postgres.launch('data');
    await postgres.createDatabase('latchkey');
    return postgres;
  }

  /** The path of a file or folder of the test. */
  path(name: string): string {
    return join(this.directory, name);
  }

  url(database = 'latchkey'): string {
    return `postgres://latchkey@127.0.0.1:${this.port}/${database}`;
  }

  async createDatabase(name: string): Promise<void> {
    await sql(this.url('postgres'), `CREATE DATABASE ${name}`);
  }

  /** Runs a script of deploy/backup as the server's account. @throws Error with its output if it fails */
  script(name: string, args: readonly string[], environment: Record<string, string> = {}): Promise<void> {
    return this.run(join(this.path('scripts'), name), args, environment);
  }

  /** Starts the server on a data directory and a separate port, and waits until it accepts writes. */
  async launch(data: string): Promise<void> {
    this.port = await freePort();
    const archive = `archive_command="${this.path('scripts')}/archive-wal.sh" "%p" "${this.path('log')}/%f"`;
    const network = ['listen_addresses=127.0.0.1', `port=${this.port}`, 'unix_socket_directories='];
    const settings = [...network, 'archive_mode=on', archive, ...THROW_AWAY].flatMap((setting) => ['-c', setting]);
    const options = { ...this.account, cwd: '/', env: this.environment(), stdio: 'ignore' } as const;
    this.server = spawn(join(this.programs, 'postgres'), ['-D', this.path(data), ...settings], options);
    await eventually(() => this.takesWrites(), { timeoutMs: 30_000, intervalMs: 20 });
  }

  /** Waits until everything committed is in the archived log. */
  async archive(): Promise<void> {
    const [segment] = await sql<{ name: string }>(this.url(), 'SELECT pg_walfile_name(pg_switch_wal()) AS name');
    await eventually(() => existsSync(join(this.path('log'), segment!.name)));
  }

  /** Kills the server. */
  async kill(): Promise<void> {
    if (!this.server) return;
    const closed = once(this.server, 'close');
    this.server.kill('SIGQUIT');
    await closed;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true });
  }

  private async takesWrites(): Promise<boolean> {
    const [row] = await sql<{ standby: boolean }>(this.url('postgres'), 'SELECT pg_is_in_recovery() AS standby').catch(() => []);
    return row?.standby === false;
  }

  private async run(program: string, args: readonly string[], environment: Record<string, string> = {}): Promise<void> {
    await promisify(execFile)(program, args, { ...this.account, cwd: '/', env: { ...this.environment(), ...environment } });
  }

  private environment(): NodeJS.ProcessEnv {
    return { PATH: [this.programs, process.env['PATH']].join(delimiter), TZ: 'UTC', LC_ALL: 'C' };
  }
}

/** Debian has a separate folder for each major version. */
function newestPrograms(): string {
  const versions = readdirSync(RELEASES).filter((version) => existsSync(join(RELEASES, version, 'bin', 'postgres')));
  const [newest] = versions.toSorted((one, other) => Number(other) - Number(one));
  return join(RELEASES, newest!, 'bin');
}
