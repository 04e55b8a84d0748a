import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.js';
import type { Answer, Call } from './http.js';
import { freePort } from './service-process.js';

const CADDYFILE = fileURLToPath(new URL('../../docker/caddy/Caddyfile', import.meta.url));

/** A Caddy with the configuration that we ship, on loopback, with certificates of its internal CA. */
export class Edge {
  private output = '';

  private constructor(
    private readonly directory: string,
    readonly port: number,
    private readonly caddy: ChildProcess,
  ) {
    caddy.stderr!.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    caddy.on('error', (error) => (this.output += error.message));
  }

  /** @param auth the port of the auth server behind it */
  static async start(auth: number): Promise<Edge> {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-edge-'));
    const [http, https] = [await freePort(), await freePort()];
    const file = join(directory, 'Caddyfile');
    // The test adds one thing to the shipped file: it listens on loopback only.
    writeFileSync(file, readFileSync(CADDYFILE, 'utf8').replace(/^https:\/\/ \{$/m, '$&\n\tbind 127.0.0.1'));
    const env = {
      PATH: process.env['PATH'],
      HOME: directory,
      XDG_DATA_HOME: directory,
      XDG_CONFIG_HOME: directory,
      LATCHKEY_AUTH: `http://127.0.0.1:${auth}`,
      TLS_ISSUER: 'internal',
      HTTP_PORT: String(http),
      HTTPS_PORT: String(https),
    };
    const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const edge = new Edge(directory, https, caddy);
    const isUp = await eventually(() => edge.authority !== null || (caddy.exitCode === null ? null : 'ended'), { timeoutMs: 40_000 });
    if (isUp !== true) throw new Error(`caddy ended:\n${edge.output}`);
    return edge;
  }

  /** Sends a request over HTTPS to the name at this address. @throws Error if the certificate does not match the name */
  send(host: string, path: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: this.port, servername: host, path, method, ca: this.authority!, agent: false };
      const call = request({ ...options, headers: { ...headers, Host: host } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          const isJson = /json/.test(response.headers['content-type'] ?? '');
          resolve({ status: response.statusCode!, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined } as Answer);
        });
      });
      call.on('error', reject).end(body);
    });
  }

  async stop(): Promise<void> {
    this.caddy.kill('SIGKILL');
    if (this.caddy.exitCode === null && this.caddy.signalCode === null) await once(this.caddy, 'close');
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** The CA certificate in PEM; null until it exists. */
  private get authority(): string | null {
    try {
      return readFileSync(join(this.directory, 'caddy/pki/authorities/local/root.crt'), 'utf8');
    } catch {
      return null;
    }
  }
}
