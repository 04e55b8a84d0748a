import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers one request. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

/** The host of the documents: a loopback name, so that every machine resolves it to itself. */
const HOST = 'client.localhost';

/** A web server on loopback that serves documents of clients, each as badly as a test wants. */
export class DocumentServer {
  /** The number of requests for each path. */
  readonly hits = new Map<string, number>();
  private readonly behaviours = new Map<string, Behaviour>();
  private count = 0;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      const path = request.url!;
      this.hits.set(path, (this.hits.get(path) ?? 0) + 1);
      const behaviour = this.behaviours.get(path);
      if (behaviour) return behaviour(response, request);
      return sendJson(this.createDocument(this.origin + path))(response, request);
    });
  }

  static async start(): Promise<DocumentServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new DocumentServer(server);
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }

  get origin(): string {
    return `http://${HOST}:${(this.server.address() as AddressInfo).port}`;
  }

  /** A new client_id, at which the server behaves like this; by default it serves a valid document. */
  add(behaviour?: Behaviour): string {
    this.count += 1;
    const path = `/client-${this.count}.json`;
    if (behaviour) this.behaviours.set(path, behaviour);
    return this.origin + path;
  }

  /** A new client_id with a document that differs from a valid one. */
  serve(changes: object, headers: Record<string, string> = {}): string {
    const id = this.add();
    this.change(id, changes, headers);
    return id;
  }

  /** Replaces the document of a client_id. */
  change(clientId: string, changes: object, headers: Record<string, string> = {}): void {
    this.behaviours.set(new URL(clientId).pathname, sendJson({ ...this.createDocument(clientId), ...changes }, headers));
  }

  replace(clientId: string, behaviour: Behaviour): void {
    this.behaviours.set(new URL(clientId).pathname, behaviour);
  }

  hitsOf(clientId: string): number {
    return this.hits.get(new URL(clientId).pathname) ?? 0;
  }

  private createDocument(clientId: string): object {
    return {
      client_id: clientId,
      client_name: 'A client',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }
}

export function sendJson(body: unknown, headers: Record<string, string> = {}): Behaviour {
  return sendText(JSON.stringify(body), { 'content-type': 'application/json', ...headers });
}

export function sendText(body: string | Buffer, headers: Record<string, string> = {}, status = 200): Behaviour {
  return (response) => void response.writeHead(status, headers).end(body);
}
