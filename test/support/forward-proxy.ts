import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** An HTTP proxy on loopback that opens tunnels: RFC 9110 section 9.3.6. It knows names that DNS does not. */
export class ForwardProxy {
  /** The target of each tunnel, as `host:port`. */
  readonly targets: string[] = [];
  /** The `Proxy-Authorization` header of each request. */
  readonly credentials: (string | undefined)[] = [];
  private readonly sockets = new Set<Duplex>();

  private constructor(
    private readonly server: Server,
    private readonly addresses: Readonly<Record<string, string>>,
  ) {}

  /** @param addresses by name; any other name is refused */
  static async start(addresses: Readonly<Record<string, string>>): Promise<ForwardProxy> {
    const server = createServer((_request, response) => response.writeHead(405).end());
    const proxy = new ForwardProxy(server, addresses);
    server.on('connect', (request: IncomingMessage, socket: Duplex) => proxy.open(request, socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private open(request: IncomingMessage, near: Duplex): void {
    const target = request.url!;
    this.targets.push(target);
    this.credentials.push(request.headers['proxy-authorization']);
    const [, host = '', port] = /^(.*):(\d+)$/.exec(target) ?? [];
    const address = Object.hasOwn(this.addresses, host) ? this.addresses[host]! : null;
    near.on('error', () => undefined);
    if (address === null) return void near.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const far: Socket = connect(Number(port), address, () => {
      near.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      far.pipe(near).pipe(far);
    });
    far.on('error', () => near.destroy());
    this.sockets.add(near).add(far);
  }
}
