import { randomInteger } from '@latchkey/crypto';
import { refuseInTransaction } from '@latchkey/persistence';
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import { decodeReply, encodeQuestion, isTruncated, type Question, type Reply } from './dns-message.js';

/** Where a name server listens. */
export interface Endpoint {
  address: string;
  port: number;
}

/** Milliseconds that a server has to respond. A lost datagram is sent once more. */
const UDP_TIMEOUT_MS = 1_500;
const UDP_ATTEMPTS = 2;
const TCP_TIMEOUT_MS = 3_000;

/**
 * Sends one query to one server by UDP, and by TCP if the answer is truncated. Each query uses its own port and id, and only that server's
 * response to it counts (RFC 5452).
 *
 * @returns null if no readable response came
 */
export async function exchange(server: Endpoint, question: Question, signal: AbortSignal): Promise<Reply | null> {
  refuseInTransaction('A DNS query');
  for (let attempt = 0; attempt < UDP_ATTEMPTS && !signal.aborted; attempt += 1) {
    const id = randomInteger(0x1_0000);
    const reply = await exchangeByUdp(server, { question, id, signal });
    if (reply === 'truncated') return exchangeByTcp(server, { question, id, signal });
    if (reply) return reply;
  }
  return null;
}

interface ExchangeOptions {
  question: Question;
  id: number;
  signal: AbortSignal;
}

function exchangeByUdp({ address, port }: Endpoint, { question, id, signal }: ExchangeOptions): Promise<Reply | 'truncated' | null> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    let isOver = false;
    // Keeps the socket's own listeners, which a socket needs to close while it is still being bound.
    const end = (reply: Reply | 'truncated' | null): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      socket.close();
      resolve(reply);
    };
    const giveUp = (): void => end(null);
    const timer = setTimeout(giveUp, UDP_TIMEOUT_MS);
    signal.addEventListener('abort', giveUp);
    socket.on('error', giveUp);
    socket.on('message', (message) => {
      const reply =
        message.length > 1 && message.readUInt16BE(0) === id && isTruncated(message) ? 'truncated' : decodeReply(message, id, question);
      if (reply) end(reply);
    });
    // Uses a listener instead of a callback, which would also be called with an error if no route exists.
    socket.on('connect', () => {
      if (!isOver) socket.send(encodeQuestion(id, question));
    });
    socket.connect(port, address);
  });
}

/** RFC 7766: a length precedes each message, which has at most 64 KiB. */
function exchangeByTcp({ address, port }: Endpoint, { question, id, signal }: ExchangeOptions): Promise<Reply | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    let received = Buffer.alloc(0);
    const end = (reply: Reply | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
      resolve(reply);
    };
    const giveUp = (): void => end(null);
    const timer = setTimeout(giveUp, TCP_TIMEOUT_MS);
    signal.addEventListener('abort', giveUp);
    socket.on('error', giveUp).on('close', giveUp);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const length = received.length < 2 ? Infinity : received.readUInt16BE(0);
      if (received.length >= length + 2) end(decodeReply(received.subarray(2, length + 2), id, question));
    });
    const message = encodeQuestion(id, question);
    const prefix = Buffer.alloc(2);
    prefix.writeUInt16BE(message.length);
    socket.write(Buffer.concat([prefix, message]));
  });
}
