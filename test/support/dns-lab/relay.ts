import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';

/** Seconds after which a UDP client counts as answered. */
const TIMEOUT_SECONDS = 10;

/**
 * Makes a name server on 127.0.0.1 reachable at another loopback address. BIND listens only at addresses of interfaces, and the loopback
 * interface has only one.
 */
export class Relay {
  private constructor(
    private readonly udp: Socket,
    private readonly tcp: Server,
  ) {}

  /** @param to the port at 127.0.0.1 */
  static async start(address: string, port: number, to: number): Promise<Relay> {
    const udp = createSocket('udp4');
    let isOpen = true;
    udp.once('close', () => (isOpen = false));
    udp.on('message', (question, { address: host, port: from }) => {
      const upstream = createSocket('udp4');
      const timer = setTimeout(() => upstream.close(), TIMEOUT_SECONDS * 1_000).unref();
      upstream.on('error', () => undefined);
      upstream.once('message', (answer) => {
        clearTimeout(timer);
        upstream.close();
        if (isOpen) udp.send(answer, from, host);
      });
      upstream.send(question, to, '127.0.0.1');
    });
    const tcp = createServer((socket) => {
      const upstream = connect(to, '127.0.0.1');
      socket.on('error', () => upstream.destroy()).pipe(upstream);
      upstream.on('error', () => socket.destroy()).pipe(socket);
    });
    udp.bind(port, address);
    tcp.listen(port, address);
    await Promise.all([once(udp, 'listening'), once(tcp, 'listening')]);
    return new Relay(udp, tcp);
  }

  async stop(): Promise<void> {
    this.udp.close();
    this.tcp.close();
    await once(this.tcp, 'close');
  }
}
