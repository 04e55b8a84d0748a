import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Recognizes a change in the protocol by the first bytes of a request. */
export type IsChange = (request: Buffer) => boolean;

/** A gateway before a name server or its API, which delays changes, and forwards them even after the client has stopped waiting. */
export class DelayingProxy {
  private readonly late: Buffer[][] = [];
  private readonly sockets = new Set<Socket>();
  private toHold = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
    private readonly isChange: IsChange,
  ) {
    server.on('connection', (near) => this.accept(near));
  }

  /** @param target the port on 127.0.0.1 of the server behind it */
  static async before(target: number, isChange: IsChange): Promise<DelayingProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new DelayingProxy(server, target, isChange);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Holds back this many of the next changes. */
  hold(changes: number): void {
    this.toHold = changes;
  }

  /** The number of changes that it holds and has not forwarded. */
  get held(): number {
    return this.late.length;
  }

  /** Forwards the held changes. @returns the answer to each */
  release(): Promise<Buffer[]> {
    this.toHold = 0;
    return Promise.all(this.late.splice(0).map((change) => this.handOn(Buffer.concat(change))));
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(near: Socket): void {
    const far = connect(this.target, '127.0.0.1');
    let change: Buffer[] | null = null;
    for (const socket of [near, far]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    far.on('data', (chunk: Buffer) => near.write(chunk));
    near.on('data', (chunk: Buffer) => {
      if (!change && this.toHold > 0 && this.isChange(chunk)) {
        this.toHold -= 1;
        this.late.push((change = []));
      }
      if (change) change.push(chunk);
      else far.write(chunk);
    });
  }

  private async handOn(change: Buffer): Promise<Buffer> {
    const far = connect(this.target, '127.0.0.1');
    far.write(change);
    const [answer] = (await once(far, 'data')) as [Buffer];
    far.destroy();
    return answer;
  }
}
