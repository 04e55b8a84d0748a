import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { ServerProcess } from './server-process.js';

const run = promisify(execFile);
const SCHEMA = '/usr/share/doc/pdns-backend-sqlite3/schema.sqlite3.sql';

/** A PowerDNS server for zones that BIND refuses to load, such as a CNAME beside other records. */
export class PowerDns {
  private process: ServerProcess | undefined;

  constructor(
    private readonly directory: string,
    private readonly address: string,
    private readonly port: number,
  ) {}

  async start(zones: readonly { name: string; file: string }[]): Promise<void> {
    if (zones.length === 0) return;
    mkdirSync(this.directory, { recursive: true });
    const database = join(this.directory, 'zones.sqlite3');
    const sqlite = new DatabaseSync(database);
    sqlite.exec(readFileSync(SCHEMA, 'utf8'));
    sqlite.close();
    writeFileSync(join(this.directory, 'pdns.conf'), `launch=gsqlite3\ngsqlite3-database=${database}\n`);
    const config = `--config-dir=${this.directory}`;
    for (const { name, file } of zones) {
      const path = join(this.directory, `${name}.zone`);
      writeFileSync(path, file);
      await run('pdnsutil', [config, 'load-zone', name, path], { env: { PATH: `${process.env['PATH']}:/usr/sbin:/usr/bin` } });
    }
    const caches = ['--cache-ttl=0', '--query-cache-ttl=0', '--negquery-cache-ttl=0', '--zone-cache-refresh-interval=0'];
    const listen = [`--local-address=${this.address}`, `--local-port=${this.port}`, `--socket-dir=${this.directory}`];
    const args = [config, ...listen, ...caches, '--daemon=no', '--guardian=no', '--security-poll-suffix='];
    this.process = new ServerProcess('pdns_server', args, this.directory);
    await this.process.untilUp(this.address, this.port);
  }

  async stop(): Promise<void> {
    await this.process?.stop();
  }
}
