import { streamDecode, streamEncode, type Answer, type DecodedPacket, type RecordType } from 'dns-packet';
import { connect, type Socket } from 'node:net';
import type { RecordLine } from './zone-under-test.js';

/** The records that every zone has at its apex. */
const OF_THE_ZONE: ReadonlySet<string> = new Set(['SOA', 'NS']);
const TIMEOUT_MS = 5_000;
/** The octets before each message that contain its length (RFC 1035, section 4.2.2). */
const LENGTH_OCTETS = 2;

/** The answer to a question by the server on a port of 127.0.0.1, over TCP. */
export async function ask(port: number, name: string, type: RecordType): Promise<RecordLine[]> {
  for await (const { answers = [] } of messages(send(port, name, type))) return answers.map(lineOf);
  throw new Error(`port ${port} closed the connection`);
}

/** The whole zone, from a transfer (RFC 5936). @throws Error if the server refuses the transfer */
export async function transfer(port: number, zone: string): Promise<RecordLine[]> {
  const records: Answer[] = [];
  for await (const { answers = [] } of messages(send(port, zone, 'AXFR'))) {
    records.push(...answers);
    if (answers.length === 0 || isWhole(records)) break;
  }
  if (!isWhole(records)) throw new Error(`${zone} could not be transferred`);
  return records
    .filter(({ type }) => !OF_THE_ZONE.has(type))
    .map(lineOf)
    .toSorted();
}

function send(port: number, name: string, type: RecordType): Socket {
  const socket = connect(port, '127.0.0.1').setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`port ${port} does not answer`)));
  socket.write(streamEncode({ type: 'query', id: 1, questions: [{ type, name }] }));
  return socket;
}

async function* messages(socket: Socket): AsyncGenerator<DecodedPacket> {
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]);
    for (let end = endOfMessage(received); received.length >= end; end = endOfMessage(received)) {
      yield streamDecode(received.subarray(0, end)) as DecodedPacket;
      received = received.subarray(end);
    }
  }
}

function endOfMessage(received: Buffer): number {
  return received.length < LENGTH_OCTETS ? Infinity : LENGTH_OCTETS + received.readUInt16BE();
}

/** A transfer ends with the same record that it begins with. */
function isWhole(records: readonly Answer[]): boolean {
  return records.filter(({ type }) => type === 'SOA').length === 2;
}

function lineOf(answer: Answer): RecordLine {
  return `${plain(answer.name)} ${answer.type} ${valueOf(answer)}`;
}

function valueOf(answer: Answer): string {
  if (answer.type === 'TXT') return [answer.data].flat().map(String).join('');
  if ('data' in answer && typeof answer.data === 'string') return plain(answer.data);
  throw new Error(`a record of type ${answer.type} has no value that tests compare`);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\.$/, '');
}
