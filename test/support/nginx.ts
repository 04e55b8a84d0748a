import { readFileSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IssuedCertificate } from './certificates.js';
import { eventually } from './eventually.js';
import type { Answer, Call } from './http.js';
import { ServerProgram } from './relying-party/server-program.js';
import { freePort, isListening } from './service-process.js';
import { makeTestFolder } from './test-folder.mjs';

const SHIPPED = fileURLToPath(new URL('../../docker/nginx/mtls.conf', import.meta.url));
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export interface NginxOptions {
  /** The port of the auth server behind it. */
  auth: number;
  /** For the hosts that it serves. */
  server: IssuedCertificate;
  /** The PEM certificates of the authorities for client certificates. */
  clientAuthorities: string;
  /** `ssl_verify_client` of the hosts for mTLS. */
  verifyClient?: 'optional' | 'optional_no_ca';
}

export interface NginxCall extends Call {
  /** The certificate that the client presents in the TLS handshake. */
  certificate?: IssuedCertificate | undefined;
  /** The server name in the TLS handshake, if it differs from that of the request. */
  serverName?: string;
}

/** An nginx with the configuration that we ship, on a free port of 127.0.0.1. */
export class Nginx {
  private constructor(
    readonly port: number,
    private readonly options: NginxOptions,
    private readonly folder: string,
    private readonly program: ServerProgram,
  ) {}

  /** @throws Error with nginx's output if it does not start */
  static async start(options: NginxOptions): Promise<Nginx> {
    const folder = makeTestFolder('nginx');
    // Its workers run as another user if it is started by root.
    chmodSync(folder, 0o755);
    const port = await freePort();
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text, { mode: 0o600 });
    write('server.crt', options.server.pem);
    write('server.key', options.server.privateKey);
    write('clients-ca.crt', options.clientAuthorities);
    const program = await runNginx(adapt(readFileSync(SHIPPED, 'utf8'), { ...options, port, folder }), { folder, port });
    return new Nginx(port, options, folder, program);
  }

  /** Sends a request over HTTPS to the name at this address. @throws Error if the certificate of the server does not match the name */
  send(host: string, path: string, { certificate, serverName = host, ...call }: NginxCall = {}): Promise<Answer> {
    const { method = 'GET', headers = {}, body } = call;
    const shown = certificate && { cert: certificate.pem, key: certificate.privateKey };
    const options = { host: '127.0.0.1', port: this.port, servername: serverName, ca: this.options.server.pem, agent: false, ...shown };
    return new Promise((resolve, reject) => {
      const sent = request({ ...options, path, method, headers: { ...headers, Host: host } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          const isJson = /json/.test(response.headers['content-type'] ?? '');
          resolve({ status: response.statusCode!, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined });
        });
      });
      sent.on('error', reject).end(body);
    });
  }

  async stop(): Promise<void> {
    await this.program.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Runs nginx with a file of /etc/nginx/conf.d until it listens on a port. @param folder of the test, which the workers can read @throws Error
 * with nginx's output if it does not start
 */
export async function runNginx(file: string, { folder, port }: { folder: string; port: number }): Promise<ServerProgram> {
  for (const [name, text] of Object.entries({ 'site.conf': file, 'nginx.conf': wrap(folder) }))
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  const program = new ServerProgram('/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {}, folder);
  await eventually(async () => (await isListening(port)) || !program.isRunning, { timeoutMs: 15_000 });
  if (!program.isRunning) throw new Error(`nginx ended:\n${program.output}`);
  return program;
}

/** The configuration that the shipped file needs around it. */
function wrap(folder: string): string {
  const temporary = TEMPORARY.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n');
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
${temporary}
  include ${folder}/site.conf;
}
`;
}

/** The shipped file with other addresses. */
function adapt(
  shipped: string,
  { auth, port, folder, verifyClient = 'optional' }: Pick<NginxOptions, 'auth' | 'verifyClient'> & { port: number; folder: string },
): string {
  return replaceAll(shipped, {
    'server 127.0.0.1:3001;': `server 127.0.0.1:${auth};`,
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    '/etc/nginx/tls/': `${folder}/`,
    'ssl_verify_client optional;': `ssl_verify_client ${verifyClient};`,
  });
}

/** Replaces texts of a shipped file, such as addresses. @throws Error if it lacks one */
export function replaceAll(shipped: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the file has no "${from}"`);
    return text.replaceAll(from, to);
  }, shipped);
}
