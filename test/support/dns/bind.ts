import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.js';
import { freePort } from '../service-process.js';
import type { RecordType } from 'dns-packet';
import { ask, transfer } from './dns-client.js';
import type { RecordLine, ZoneUnderTest } from './zone-under-test.js';
import { makeTestFolder } from '../test-folder.mjs';

export interface BindOptions {
  zone?: string;
  algorithm?: 'hmac-sha256' | 'hmac-sha384' | 'hmac-sha512';
  /** Records in the zone from the start, as in a zone file. */
  records?: string;
}

const TIMEOUT_MS = 30_000;
/** The last line of its start, when zones are loaded and it answers. */
const RUNNING = / running$/m;

/**
 * A BIND for one test, on a free port of 127.0.0.1, with a zone that can be updated with a TSIG key as described in docs/operations/dns.md.
 */
export class Bind implements ZoneUnderTest {
  readonly settings: Readonly<Record<string, string>>;
  private server: ChildProcess | undefined;

  private constructor(
    readonly zone: string,
    readonly port: number,
    private readonly keys: { product: string; operator: string; algorithm: string },
    private readonly directory: string,
  ) {
    this.settings = {
      SANDBOX_ZONE: zone,
      DNS_PROVIDER: 'rfc2136',
      DNS_TARGET: 'edge.example.net',
      DNS_RFC2136_SERVER: '127.0.0.1',
      DNS_RFC2136_PORT: String(port),
      DNS_RFC2136_KEY_NAME: 'latchkey.key',
      DNS_RFC2136_KEY_ALGORITHM: keys.algorithm,
      DNS_RFC2136_KEY_SECRET: keys.product,
    };
  }

  static async start({ zone = 'sandbox.example.test', algorithm = 'hmac-sha256', records = '' }: BindOptions = {}): Promise<Bind> {
    const directory = makeTestFolder('bind');
    const secret = (): string => randomBytes(32).toString('base64');
    const bind = new Bind(zone, await freePort(), { product: secret(), operator: secret(), algorithm }, directory);
    writeFileSync(join(directory, 'zone'), `$TTL 300\n@ SOA ns hostmaster 1 3600 600 86400 60\n@ NS ns\nns A 127.0.0.1\n${records}\n`);
    writeFileSync(join(directory, 'named.conf'), bind.configuration());
    try {
      await bind.restart();
    } catch (error) {
      await bind.stop();
      throw error;
    }
    return bind;
  }

  /** Restarts it, with all its data. */
  async restart(): Promise<void> {
    let log = '';
    const args = ['-g', '-n', '1', '-c', join(this.directory, 'named.conf')];
    this.server = spawn('named', args, { cwd: this.directory, stdio: ['ignore', 'ignore', 'pipe'] });
    this.server.stderr!.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-5_000)));
    await eventually(
      () => {
        if (this.server?.exitCode !== null) throw new Error('it has ended');
        return RUNNING.test(log);
      },
      { timeoutMs: TIMEOUT_MS },
    ).catch((cause: unknown) => Promise.reject(new Error(`named does not run:\n${log}`, { cause })));
  }

  /** Kills it. */
  async kill(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'close');
  }

  /** Neither answers nor refuses connections until it is resumed. */
  silence(): void {
    this.server?.kill('SIGSTOP');
  }

  wake(): void {
    this.server?.kill('SIGCONT');
  }

  async contents(): Promise<RecordLine[]> {
    return (await transfer(this.port, this.zone)).filter((line) => line !== `ns.${this.zone} A 127.0.0.1`);
  }

  /** Queries the server. */
  ask(name: string, type: RecordType): Promise<RecordLine[]> {
    return ask(this.port, name, type);
  }

  async add(name: string, type: string, value: string): Promise<void> {
    await this.update(`update add ${name} 300 ${type} ${type === 'TXT' ? JSON.stringify(value) : value}`);
  }

  /** Passes a command to nsupdate. */
  async update(command: string): Promise<void> {
    const { algorithm, operator } = this.keys;
    const nsupdate = execFile('nsupdate', ['-y', `${algorithm}:operator.key:${operator}`]);
    nsupdate.stdin!.end(`server 127.0.0.1 ${this.port}\n${command}\nsend\n`);
    let output = '';
    nsupdate.stderr!.on('data', (text: string) => (output += text));
    const [code] = (await once(nsupdate, 'close')) as [number];
    if (code !== 0) throw new Error(`nsupdate: ${output}`);
  }

  async stop(): Promise<void> {
    this.wake();
    await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private configuration(): string {
    const { algorithm, product, operator } = this.keys;
    return `
      options {
        directory "${this.directory}"; pid-file none; session-keyfile none; lock-file none;
        listen-on port ${this.port} { 127.0.0.1; }; listen-on-v6 { none; };
        recursion no; notify no; dnssec-validation no; allow-query { any; };
      };
      controls { };
      key "latchkey.key" { algorithm ${algorithm}; secret "${product}"; };
      key "operator.key" { algorithm ${algorithm}; secret "${operator}"; };
      zone "${this.zone}" {
        type primary; file "zone"; allow-transfer { localhost; };
        update-policy { grant latchkey.key zonesub A AAAA CNAME TXT; grant operator.key zonesub ANY; };
      };`;
  }
}
