import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A network between a service and its database that can fail like a real one. */
export class TcpProxy {
  private state: 'open' | 'frozen' | 'cut' = 'open';
  /** All sockets that the proxy has accepted or opened; removed ones stay frozen. */
  private readonly sockets = new Set<Socket>();
  private readonly waiting = new Set<Socket>();
  private readonly forgotten: Socket[] = [];

  private constructor(
    private readonly server: Server,
    private target: { host: string; port: number },
  ) {
    server.on('connection', (socket) => this.accept(socket));
  }

  /** @param url of the server behind it */
  static async before(url: string): Promise<TcpProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, addressOf(url));
  }

  /** The same address through the proxy. */
  through(url: string): string {
    const proxied = new URL(url);
    proxied.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    proxied.searchParams.delete('host');
    return proxied.href;
  }

  /** Closes every connection, and each new one immediately. */
  cut(): void {
    this.state = 'cut';
    this.endAll();
  }

  /** Silently drops all data on existing and new connections. */
  freeze(): void {
    this.state = 'frozen';
    for (const socket of this.sockets) socket.pause();
  }

  /** Lets everything pass, and frozen connections continue. */
  restore(): void {
    this.state = 'open';
    for (const socket of this.sockets) socket.resume();
    for (const socket of this.waiting) {
      this.link(socket);
      socket.resume();
    }
    this.waiting.clear();
  }

  /** New connections work, but frozen ones stay frozen, as when a firewall has dropped their state. */
  restoreForNew(): void {
    this.state = 'open';
    this.forgotten.push(...this.sockets, ...this.waiting);
    this.sockets.clear();
    this.waiting.clear();
  }

  /** Points the proxy to another server, like a moving virtual IP: connections to the old one stay frozen. */
  moveTo(url: string): void {
    this.target = addressOf(url);
    this.restoreForNew();
  }

  close(): void {
    this.endAll();
    for (const socket of this.forgotten) socket.destroy();
    this.server.close();
  }

  private accept(near: Socket): void {
    near.on('error', () => undefined);
    if (this.state === 'cut') near.destroy();
    else if (this.state === 'frozen') this.waiting.add(near.pause());
    else this.link(near);
  }

  private link(near: Socket): void {
    const far = connect(this.target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }

  private endAll(): void {
    for (const socket of [...this.sockets, ...this.waiting]) socket.destroy();
    this.waiting.clear();
  }
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}
