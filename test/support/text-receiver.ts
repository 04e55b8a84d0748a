import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface ReceivedText {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How the server handles a request: with a status, by accepting the message without answering, or by hanging up. */
export type Behavior =
  { status: number; headers?: Record<string, string>; body?: string } | 'take-then-hang' | 'take-then-hang-up' | 'hang-up';

/** A real HTTP server on loopback that receives text messages. */
export class TextReceiver {
  /** Everything that arrived, accepted or not. */
  readonly requests: ReceivedText[] = [];
  /** The accepted messages. */
  readonly taken: ReceivedText[] = [];
  private readonly server: Server;
  private conduct: (attempt: number) => Behavior = () => ({ status: 201 });

  private constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.receive({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }, response);
      });
    });
  }

  static async start(): Promise<TextReceiver> {
    const receiver = new TextReceiver();
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The behaviour from now on, by the number of the request, counted from 1. */
  answer(conduct: (attempt: number) => Behavior): void {
    this.requests.length = 0;
    this.taken.length = 0;
    this.conduct = conduct;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private receive(request: ReceivedText, response: ServerResponse): void {
    this.requests.push(request);
    const conduct = this.conduct(this.requests.length);
    if (conduct === 'take-then-hang' || conduct === 'take-then-hang-up' || (typeof conduct === 'object' && conduct.status < 300))
      this.taken.push(request);
    if (conduct === 'take-then-hang') return;
    if (typeof conduct === 'string') response.destroy();
    else response.writeHead(conduct.status, conduct.headers).end(conduct.body ?? '{"to":"what it says is not repeated"}');
  }
}
