import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { generateKeyPairSync } from 'node:crypto';
import type { IssuedCertificate } from './certificates.js';
import { freePort } from './service-process.js';

export interface ReceivedRequest {
  path: string;
  host: string | undefined;
  body: string;
}

/** An https server on an internal network: identity provider, publisher of client keys and receiver of events. */
export class InternalServer {
  readonly received: ReceivedRequest[] = [];
  readonly clientKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private server: Server | undefined;

  private constructor(
    readonly hostname: string,
    readonly port: number,
  ) {}

  /** @param address a loopback address @param hostname for requests to it, which its certificate contains */
  static async start(address: string, hostname: string, certificate: IssuedCertificate): Promise<InternalServer> {
    const started = new InternalServer(hostname, await freePort([address]));
    await started.listen(address, certificate);
    return started;
  }

  get url(): string {
    return `https://${this.hostname}:${this.port}`;
  }

  pathsOf(path: string): ReceivedRequest[] {
    return this.received.filter((request) => request.path === path);
  }

  async stop(): Promise<void> {
    this.server!.closeAllConnections();
    this.server!.close();
    await once(this.server!, 'close');
  }

  private async listen(address: string, { pem, privateKey }: IssuedCertificate): Promise<void> {
    this.server = createServer({ cert: pem, key: privateKey }, (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        this.received.push({ path: request.url!, host: request.headers.host, body });
        const document = this.documentAt(request.url!);
        response.writeHead(document ? 200 : 204, { 'Content-Type': 'application/json' }).end(document && JSON.stringify(document));
      });
    });
    this.server.listen(this.port, address);
    await once(this.server, 'listening');
  }

  private documentAt(path: string): object | undefined {
    if (path === '/jwks.json') return { keys: [{ ...this.clientKeys.publicKey.export({ format: 'jwk' }), kid: 'orders', alg: 'ES256' }] };
    if (path !== '/.well-known/openid-configuration') return undefined;
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/jwks.json`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
    };
  }
}
