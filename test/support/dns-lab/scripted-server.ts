import { decode, encode, AUTHORITATIVE_ANSWER, RECURSION_AVAILABLE, TRUNCATED_RESPONSE, type Answer } from 'dns-packet';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** What a scripted server answers. */
export interface Script {
  rcode?: 'NOERROR' | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED';
  answers?: Answer[];
  authorities?: Answer[];
  additionals?: Answer[];
  /** Whether it answers authoritatively for its zone; true by default. */
  authoritative?: boolean;
  /** Whether it offers recursion. */
  recursive?: boolean;
  /** Whether the UDP answer is truncated, with more available by TCP. */
  truncated?: boolean;
  /** Octets to send instead of all that; null to send nothing at all. */
  raw?: Buffer | null;
}

export interface Asked {
  name: string;
  type: string;
  id: number;
}

const RCODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

/** A name server that answers whatever a test wants, unlike any honest server. */
export class ScriptedNameServer {
  /** The received questions, in order. */
  readonly questions: Asked[] = [];
  private readonly udp: Socket = createSocket('udp4');
  private readonly tcp: Server;

  private constructor(
    readonly port: number,
    private readonly script: (asked: Asked) => Script,
  ) {
    this.udp.on('message', (message, { port: to, address }) => {
      const answer = this.answer(message, 'udp');
      if (answer) this.udp.send(answer, to, address);
    });
    this.tcp = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        const answer = this.answer(data.subarray(2), 'tcp');
        if (!answer) return;
        const length = Buffer.alloc(2);
        length.writeUInt16BE(answer.length);
        socket.end(Buffer.concat([length, answer]));
      });
    });
  }

  static async start(port: number, script: (asked: Asked) => Script): Promise<ScriptedNameServer> {
    const server = new ScriptedNameServer(port, script);
    server.udp.bind(port, '127.0.0.1');
    server.tcp.listen(port, '127.0.0.1');
    await Promise.all([once(server.udp, 'listening'), once(server.tcp, 'listening')]);
    return server;
  }

  stop(): void {
    this.udp.close();
    this.tcp.close();
  }

  private answer(message: Buffer, transport: 'udp' | 'tcp'): Buffer | null {
    const { id = 0, questions = [] } = decode(message);
    const [question] = questions;
    const asked = { name: question!.name.toLowerCase(), type: question!.type, id };
    this.questions.push(asked);
    const { raw, rcode = 'NOERROR', authoritative = true, recursive = false, truncated = false, ...sections } = this.script(asked);
    if (raw !== undefined) return raw;
    if (truncated && transport === 'udp') return this.encode(id, questions, AUTHORITATIVE_ANSWER | TRUNCATED_RESPONSE);
    return this.encode(
      id,
      questions,
      (authoritative ? AUTHORITATIVE_ANSWER : 0) | (recursive ? RECURSION_AVAILABLE : 0) | RCODES[rcode],
      sections,
    );
  }

  private encode(id: number, questions: ReturnType<typeof decode>['questions'], flags: number, sections: Partial<Script> = {}): Buffer {
    const { answers = [], authorities = [], additionals = [] } = sections;
    return encode({ type: 'response', id, flags, questions: questions!, answers, authorities, additionals });
  }
}
