import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { eventually } from '../eventually.js';
import { freePort } from '../service-process.js';
import { transfer } from './dns-client.js';
import type { RecordLine, ZoneUnderTest } from './zone-under-test.js';
import { makeTestFolder } from '../test-folder.mjs';

const SCHEMA = '/usr/share/doc/pdns-backend-sqlite3/schema.sqlite3.sql';
const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;
/** Its message if another program occupies the port of its API. It continues without the API. */
const WITHOUT_API = 'Listening on HTTP socket failed';

/** A PowerDNS Authoritative Server for one test, on free ports of 127.0.0.1, with its API. */
export class PowerDns implements ZoneUnderTest {
  readonly zone = 'sandbox.example.test';
  readonly settings: Readonly<Record<string, string>>;
  private readonly apiKey = randomBytes(16).toString('hex');
  private readonly directory = makeTestFolder('power-dns');
  private server: ChildProcess | undefined;
  private output = '';

  private constructor(private readonly ports: { dns: number; api: number }) {
    this.settings = {
      SANDBOX_ZONE: this.zone,
      DNS_PROVIDER: 'powerdns',
      DNS_TARGET: 'edge.example.net',
      DNS_POWERDNS_URL: `http://127.0.0.1:${ports.api}`,
      DNS_POWERDNS_API_KEY: this.apiKey,
    };
  }

  static async start(): Promise<PowerDns> {
    for (let attempt = 1; ; attempt += 1) {
      const server = new PowerDns({ dns: await freePort(), api: await freePort() });
      try {
        await server.run();
        return server;
      } catch (error) {
        // The ports were free when they were chosen, but another test may have taken one since.
        const isWithoutPort = server.hasEnded || server.output.includes(WITHOUT_API);
        await server.stop();
        if (!isWithoutPort || attempt === ATTEMPTS) throw new Error(`PowerDNS did not start:\n${server.output}`, { cause: error });
      }
    }
  }

  contents(): Promise<RecordLine[]> {
    return transfer(this.ports.dns, this.zone);
  }

  /** Retries, because SQLite allows only one write at a time, and PowerDNS does not wait. */
  async add(name: string, type: string, value: string): Promise<void> {
    await eventually(() => this.tryToAdd(name, type, value).catch(() => false));
  }

  private async tryToAdd(name: string, type: string, value: string): Promise<true> {
    const content = { CNAME: `${value}.`, TXT: JSON.stringify(value), MX: `${value}.` }[type] ?? value;
    const before = (await this.call('GET', `/zones/${this.zone}.`)) as { rrsets: { name: string; type: string; records: unknown[] }[] };
    const { records = [] } = before.rrsets.find((set) => set.name === `${name}.` && set.type === type) ?? {};
    const set = { name: `${name}.`, type, ttl: 300, changetype: 'REPLACE', records: [...records, { content, disabled: false }] };
    await this.call('PATCH', `/zones/${this.zone}.`, { rrsets: [set] });
    return true;
  }

  async stop(): Promise<void> {
    const { server } = this;
    const hasEnded = this.hasEnded;
    this.server = undefined;
    server?.kill('SIGKILL');
    if (!hasEnded) await once(server!, 'close');
    rmSync(this.directory, { recursive: true, force: true });
  }

  private get hasEnded(): boolean {
    return !this.server || this.server.exitCode !== null || this.server.signalCode !== null;
  }

  private async run(): Promise<void> {
    const path = join(this.directory, 'zones.sqlite');
    const database = new DatabaseSync(path);
    database.exec(readFileSync(SCHEMA, 'utf8'));
    database.close();
    writeFileSync(join(this.directory, 'pdns.conf'), this.configuration(path));
    this.server = spawn('pdns_server', [`--config-dir=${this.directory}`], { cwd: this.directory, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.server.stdout!, this.server.stderr!])
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    const answers = () => this.call('GET', '/zones').catch(() => null);
    await eventually(async () => this.hasEnded || this.output.includes(WITHOUT_API) || (await answers()), {
      timeoutMs: TIMEOUT_MS,
      intervalMs: 100,
    });
    await this.call('POST', '/zones', { name: `${this.zone}.`, kind: 'Native', nameservers: [`ns.example.net.`] });
  }

  private async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.ports.api}/api/v1/servers/localhost${path}`, {
      method,
      headers: { 'X-API-Key': this.apiKey, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`PowerDNS: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  private configuration(database: string): string {
    return [
      'daemon=no',
      'guardian=no',
      'launch=gsqlite3',
      `gsqlite3-database=${database}`,
      'gsqlite3-pragma-synchronous=0',
      `socket-dir=${this.directory}`,
      'local-address=127.0.0.1',
      `local-port=${this.ports.dns}`,
      'cache-ttl=0',
      'query-cache-ttl=0',
      'negquery-cache-ttl=0',
      'zone-cache-refresh-interval=0',
      'allow-axfr-ips=127.0.0.0/8',
      'api=yes',
      `api-key=${this.apiKey}`,
      'webserver=yes',
      'webserver-address=127.0.0.1',
      `webserver-port=${this.ports.api}`,
      'webserver-loglevel=none',
      'version-string=anonymous',
    ].join('\n');
  }
}
