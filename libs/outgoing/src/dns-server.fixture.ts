import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const TYPE_A = 1;

/** A DNS server on loopback that gives each query for an IPv4 address the next answer; the last one stays. RFC 1035 section 4. */
export class DnsServer {
  /** The number of queries for IPv4 addresses. */
  queries = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly answers: readonly string[],
  ) {
    socket.on('message', (query, sender) => this.answer(query, sender));
  }

  static async start(answers: readonly string[]): Promise<DnsServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new DnsServer(socket, answers);
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): void {
    this.socket.close();
  }

  private answer(query: Buffer, { port, address }: RemoteInfo): void {
    const endOfName = query.indexOf(0, HEADER_BYTES) + 1;
    const records = query.readUInt16BE(endOfName) === TYPE_A ? [this.createRecord()] : [];
    const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    this.socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, endOfName + 4), ...records]), port, address);
  }

  /** The name of the question, type A, class IN, no time to live, and the address. */
  private createRecord(): Buffer {
    const address = this.answers[Math.min(this.queries, this.answers.length - 1)]!;
    this.queries += 1;
    return Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
  }
}
