import { randomId } from '@latchkey/crypto';
import { decode, type DecodedPacket } from 'dns-packet';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { DnsError } from '../dns.error.js';
import { signMessage, verifyAnswer, type TsigKey } from './tsig.js';
import { CLASSES, encodeName, encodeRecord, TYPES, type WireRecord } from './wire.js';

export interface NameServer {
  host: string;
  port: number;
  key: TsigKey;
}

/** A response with a verified signature. */
export interface DnsAnswer extends DecodedPacket {
  /** RFC 1035 section 4.1.1, RFC 2136 section 2.2. */
  rcode: string;
}

const UPDATE = 5;
const LENGTH = 2;

/** A TCP connection to a name server. It sends one message after another, signs each, and verifies each response. */
export class NameServerConnection implements Disposable {
  private received = Buffer.alloc(0);

  private constructor(
    private readonly server: NameServer,
    private readonly socket: Socket,
    private readonly signal: AbortSignal,
  ) {
    socket.on('data', (bytes: Buffer) => (this.received = Buffer.concat([this.received, bytes])));
    // `once` reports errors to waiting callers. Without a listener, an error would end the process.
    socket.on('error', () => undefined);
  }

  /** @throws DnsError */
  static async open(server: NameServer, signal: AbortSignal): Promise<NameServerConnection> {
    const socket = connect({ host: server.host, port: server.port, noDelay: true });
    const connection = new NameServerConnection(server, socket, signal);
    try {
      await connection.withDeadline('connect');
      return connection;
    } catch (error) {
      // The socket may still be connecting, and the caller receives nothing that it could close.
      socket.destroy();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }

  /** @throws DnsError */
  query(name: string, type: keyof typeof TYPES): Promise<DnsAnswer> {
    return this.exchange(0, [[Buffer.concat([encodeName(name), Buffer.from([0, TYPES[type], 0, CLASSES.IN])])]]);
  }

  /** A dynamic update of a zone: RFC 2136 section 2. @throws DnsError */
  update(zone: string, prerequisites: readonly WireRecord[], updates: readonly WireRecord[]): Promise<DnsAnswer> {
    const section = Buffer.concat([encodeName(zone), Buffer.from([0, TYPES.SOA, 0, CLASSES.IN])]);
    return this.exchange(UPDATE, [[section], prerequisites.map(encodeRecord), updates.map(encodeRecord)]);
  }

  private async exchange(opcode: number, sections: readonly Buffer[][]): Promise<DnsAnswer> {
    const header = Buffer.alloc(12);
    header.writeUInt16BE(Number.parseInt(randomId().slice(0, 4), 16), 0);
    header.writeUInt16BE(opcode << 11, 2);
    sections.forEach((section, n) => header.writeUInt16BE(section.length, 4 + 2 * n));
    const { message, mac } = signMessage(Buffer.concat([header, ...sections.flat()]), this.server.key, seconds());
    const length = Buffer.alloc(LENGTH);
    length.writeUInt16BE(message.length);
    this.socket.write(Buffer.concat([length, message]));
    return this.parseAnswer(await this.nextMessage(), { id: header.readUInt16BE(0), mac });
  }

  private parseAnswer(bytes: Buffer, request: { id: number; mac: Buffer }): DnsAnswer {
    try {
      const bare = verifyAnswer(bytes, this.server.key, { requestMac: request.mac, now: seconds() });
      if (bare.readUInt16BE(0) !== request.id) throw new DnsError('the name server answered a different question', false);
      // The declared type omits the fields that the decoder adds to every message.
      return decode(bare) as DnsAnswer;
    } catch (error) {
      if (error instanceof DnsError) throw error;
      throw new DnsError('the answer of the name server cannot be read', false, { cause: error });
    }
  }

  private async nextMessage(): Promise<Buffer> {
    for (;;) {
      const end = LENGTH + (this.received.length < LENGTH ? 0 : this.received.readUInt16BE(0));
      if (this.received.length >= LENGTH && this.received.length >= end) {
        const message = this.received.subarray(LENGTH, end);
        this.received = this.received.subarray(end);
        return message;
      }
      await this.withDeadline('data');
    }
  }

  private async withDeadline(event: 'connect' | 'data'): Promise<void> {
    if (this.socket.closed) throw new DnsError('the name server closed the connection', false);
    const over = new AbortController();
    const { signal } = over;
    // A server that closes the connection sends no more responses.
    const closed = once(this.socket, 'close', { signal }).then(() => {
      throw new DnsError('the name server closed the connection', false);
    });
    try {
      await Promise.race([once(this.socket, event, { signal: AbortSignal.any([signal, this.signal]) }), closed]);
    } catch (error) {
      if (error instanceof DnsError) throw error;
      const reason = this.signal.aborted ? 'no answer in time' : ((error as NodeJS.ErrnoException).code ?? 'unknown error');
      throw new DnsError(`the name server cannot be reached: ${reason}`, false);
    } finally {
      closed.catch(() => undefined);
      over.abort();
    }
  }
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
