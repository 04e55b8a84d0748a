import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { serverAccount } from '../../scripts/postgres/account.mjs';
import { eventually } from './eventually.js';
import { freePort } from './service-process.js';
import { makeTestFolder } from './test-folder.mjs';

const DOCUMENTED = join(import.meta.dirname, '../../docker/pgbouncer/pgbouncer.ini');
const PASSWORD = 'of the pooler';
/** When killed, it would leave a socket in /tmp. */
const NO_UNIX_SOCKET = '\nunix_socket_dir =\n';

/** A PgBouncer for one test, on a free port of 127.0.0.1, with the documented settings. */
export class PgBouncer {
  private constructor(
    readonly url: string,
    private readonly server: ChildProcess,
    private readonly directory: string,
  ) {}

  /**
   * @param databaseUrl of the database behind it
   * @param settings that replace the documented ones
   */
  static async before(databaseUrl: string, settings: Record<string, string> = {}): Promise<PgBouncer> {
    const directory = makeTestFolder('pgbouncer');
    chmodSync(directory, 0o755);
    const port = await freePort();
    const target = new URL(databaseUrl);
    const user = target.username || 'postgres';
    const users = join(directory, 'userlist.txt');
    const file = join(directory, 'pgbouncer.ini');
    writeFileSync(users, `"${user}" "${PASSWORD}"\n`);
    const account = `user=${user} password=${decodeURIComponent(target.password)}`;
    const database = `host=${target.hostname} port=${target.port} dbname=${target.pathname.slice(1)} ${account}`;
    writeFileSync(
      file,
      adapted({ latchkey: database, listen_addr: '127.0.0.1', listen_port: String(port), auth_file: users, ...settings }) + NO_UNIX_SOCKET,
    );
    const server = spawn('/usr/sbin/pgbouncer', [file], { ...serverAccount(undefined), cwd: directory, stdio: 'ignore' });
    const url = `postgres://${user}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/latchkey`;
    await eventually(() => answers(url));
    return new PgBouncer(url, server, directory);
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.kill('SIGKILL');
    await closed;
    rmSync(this.directory, { recursive: true });
  }
}

/** The documented file with other values; each of the names must occur in it. */
function adapted(values: Record<string, string>): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => {
      const line = new RegExp(`^${name} = .*$`, 'm');
      if (!line.test(text)) throw new Error(`${name} is not in pgbouncer.ini`);
      return text.replace(line, `${name} = ${value}`);
    },
    readFileSync(DOCUMENTED, 'utf8'),
  );
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
