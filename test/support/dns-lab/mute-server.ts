import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** Listens where a name server should, accepts every query and answers none. */
export class MuteNameServer {
  private constructor(private readonly udp: Socket) {}

  static async start(address: string, port: number): Promise<MuteNameServer> {
    const udp = createSocket('udp4');
    udp.bind(port, address);
    await once(udp, 'listening');
    return new MuteNameServer(udp);
  }

  async stop(): Promise<void> {
    this.udp.close();
    await once(this.udp, 'close');
  }
}
