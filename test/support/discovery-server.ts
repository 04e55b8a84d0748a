import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Behavior = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server on loopback that serves the metadata of an OpenID provider, or any other response. */
export class DiscoveryServer {
  readonly issuer: string;
  /** The paths of the received requests. */
  readonly paths: string[] = [];
  private conduct: Behavior | undefined;

  private constructor(private readonly server: Server) {
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<DiscoveryServer> {
    const server = createServer((request, response) => started.answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const started = new DiscoveryServer(server);
    return started;
  }

  /** The server's metadata; undefined members are left out. */
  metadata(changes: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code', 'id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      code_challenge_methods_supported: ['plain', 'S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      ...changes,
    };
  }

  /** Changes the metadata from now on. */
  setMetadata(changes: Record<string, unknown>): void {
    this.setBehavior((_request, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(this.metadata(changes))),
    );
  }

  /** Changes the behavior from now on. */
  setBehavior(conduct: Behavior): void {
    this.conduct = conduct;
  }

  /** Restores the initial state. */
  recover(): void {
    this.conduct = undefined;
    this.paths.length = 0;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    this.paths.push(request.url!);
    if (this.conduct) this.conduct(request, response);
    else if (request.url === '/.well-known/openid-configuration')
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(this.metadata()));
    else response.writeHead(404).end();
  }
}
