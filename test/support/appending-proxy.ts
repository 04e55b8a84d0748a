import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy on loopback that appends its peer to X-Forwarded-For and keeps the client's entries, as nginx and load balancers do. */
export class AppendingProxy {
  private constructor(private readonly server: Server) {}

  /** @param upstream the port of the service behind it */
  static async before(upstream: number): Promise<AppendingProxy> {
    const server = createServer((incoming, response) => {
      const claimed = incoming.headers['x-forwarded-for'];
      const forwarded = [...(claimed === undefined ? [] : [claimed].flat()), incoming.socket.remoteAddress].join(', ');
      const headers = { ...incoming.headers, 'x-forwarded-for': forwarded };
      const call = request({ host: '127.0.0.1', port: upstream, method: incoming.method, path: incoming.url, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      call.on('error', () => response.destroy());
      incoming.pipe(call);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new AppendingProxy(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
