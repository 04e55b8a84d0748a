import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'node:https';
import { CertificateIssuer } from './certificates.js';
import type { CertificateAuthority } from './edge.js';
import { eventually } from './eventually.js';
import { ServerProgram } from './relying-party/server-program.js';
import { freePort } from './service-process.js';
import { makeTestFolder } from './test-folder.mjs';

export interface PebbleOptions {
  /** The address and port of the name server that it uses. */
  nameServer: string;
  /** The ports that it connects to for the challenges, instead of 80 and 443. */
  challengePorts: { http: number; https: number };
}

/** Pebble, the ACME server (RFC 8555) of Let's Encrypt for tests, on loopback. It validates each challenge with a connection. */
export class Pebble implements CertificateAuthority {
  /** The root that it issues under, as PEM. */
  root = '';

  private constructor(
    private readonly port: number,
    private readonly folder: string,
    private readonly program: ServerProgram,
  ) {}

  static async start({ nameServer, challengePorts }: PebbleOptions): Promise<Pebble> {
    const folder = makeTestFolder('pebble');
    const [port, managementPort] = [await freePort(), await freePort()];
    const alternativeNames = [{ type: 'ip' as const, value: '127.0.0.1' }];
    const { pem, privateKey } = await new CertificateIssuer().issue({ subject: 'CN=pebble', alternativeNames });
    writeFileSync(join(folder, 'server.crt'), pem);
    writeFileSync(join(folder, 'server.key'), privateKey, { mode: 0o600 });
    const pebble = {
      listenAddress: `127.0.0.1:${port}`,
      managementListenAddress: `127.0.0.1:${managementPort}`,
      certificate: join(folder, 'server.crt'),
      privateKey: join(folder, 'server.key'),
      httpPort: challengePorts.http,
      tlsPort: challengePorts.https,
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ pebble }));
    // By default it waits up to 5 s before a validation, and refuses 5 % of all requests.
    const environment = { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' };
    const program = new ServerProgram('pebble', ['-config', join(folder, 'config.json'), '-dnsserver', nameServer], environment, folder);
    const started = new Pebble(port, folder, program);
    const readRoot = (): Promise<string | null> => get(`https://127.0.0.1:${managementPort}/roots/0`, pem).catch(() => null);
    const root = await eventually(async () => (await readRoot()) ?? (program.isRunning ? null : ''), { timeoutMs: 20_000 });
    if (root === '') throw new Error(`pebble ended:\n${program.output}`);
    started.root = root;
    return started;
  }

  get directory(): string {
    return `https://127.0.0.1:${this.port}/dir`;
  }

  get directoryCertificate(): string {
    return join(this.folder, 'server.crt');
  }

  /** The number of orders so far. */
  get orders(): number {
    return this.countOf('Added order');
  }

  /** The number of issued certificates. */
  get certificates(): number {
    return this.countOf('Issued certificate serial');
  }

  private countOf(message: string): number {
    return this.program.output.split(message).length - 1;
  }

  async stop(): Promise<void> {
    await this.program.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function get(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { ca, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}
