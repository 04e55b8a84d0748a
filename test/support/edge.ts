import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.js';
import type { Answer, Call } from './http.js';
import { freePort } from './service-process.js';
import { makeTestFolder } from './test-folder.mjs';

const CADDYFILE = fileURLToPath(new URL('../../docker/caddy/Caddyfile', import.meta.url));

/** An ACME server. */
export interface CertificateAuthority {
  /** URL of its directory: RFC 8555 section 7.1.1. */
  readonly directory: string;
  /** The PEM file with the certificate of the directory's server. */
  readonly directoryCertificate: string;
  /** The root that it issues under, as PEM. */
  readonly root: string;
}

export interface EdgeOptions {
  /** Issues the certificates; Caddy's internal CA if absent. */
  authority?: CertificateAuthority;
  /** Free ports if absent. */
  ports?: { http: number; https: number };
  /** Another instance whose storage it shares. */
  sharing?: Edge;
}

/** A Caddy on loopback with the configuration that we ship. */
export class Edge {
  private output = '';

  private constructor(
    private readonly directory: string,
    readonly port: number,
    private readonly caddy: ChildProcess,
    private readonly options: EdgeOptions,
  ) {
    caddy.stderr!.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    caddy.on('error', (error) => (this.output += error.message));
  }

  /** @param auth the port of the auth server behind it */
  static async start(auth: number, options: EdgeOptions = {}): Promise<Edge> {
    const directory = makeTestFolder('edge');
    const { http, https } = options.ports ?? { http: await freePort(), https: await freePort() };
    const file = join(directory, 'Caddyfile');
    // The test changes one thing in the shipped file, so that it listens only on loopback.
    writeFileSync(file, readFileSync(CADDYFILE, 'utf8').replace(/^https:\/\/ \{$/m, '$&\n\tbind 127.0.0.1'));
    const env = {
      PATH: process.env['PATH'],
      HOME: directory,
      XDG_DATA_HOME: options.sharing?.directory ?? directory,
      XDG_CONFIG_HOME: directory,
      LATCHKEY_AUTH: `http://127.0.0.1:${auth}`,
      HTTP_PORT: String(http),
      HTTPS_PORT: String(https),
      ...issuerSettings(options.authority),
    };
    const args = ['run', '--config', file, '--adapter', 'caddyfile'];
    const caddy = spawn('caddy', args, { cwd: directory, env, stdio: ['ignore', 'ignore', 'pipe'] });
    const edge = new Edge(directory, https, caddy, options);
    const isUp = await eventually(() => edge.isServing || (caddy.exitCode === null ? null : 'ended'), { timeoutMs: 40_000 });
    if (isUp !== true) throw new Error(`caddy ended:\n${edge.output}`);
    return edge;
  }

  /** Sends a request over HTTPS to the name at this address. @throws Error if the certificate does not match the name */
  send(host: string, path: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: this.port, servername: host, path, method, ca: this.root!, agent: false };
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

  private get isServing(): boolean {
    return this.output.includes('serving initial configuration') && this.root !== null;
  }

  /** The root of its certificates as PEM; null until it exists. */
  private get root(): string | null {
    if (this.options.authority) return this.options.authority.root;
    try {
      return readFileSync(join(this.directory, 'caddy/pki/authorities/local/root.crt'), 'utf8');
    } catch {
      return null;
    }
  }
}

function issuerSettings(authority?: CertificateAuthority): Record<string, string> {
  if (!authority) return { TLS_ISSUER: 'internal' };
  return { TLS_ISSUER: 'acme', ACME_DIRECTORY: authority.directory, SSL_CERT_FILE: authority.directoryCertificate };
}
