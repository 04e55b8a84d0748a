import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setInterval as ticks } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, type AuthProcess } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { sendBytes } from '../support/http.js';
import { registerServiceClient, type ServiceClient } from '../support/service-client.js';
import { startAuthProcessStack, type AuthProcessStack } from '../support/stack.js';
import { TokenLoad } from '../support/token-load.js';
import { IS_EVERY_FAULT } from './extent.js';

/** The seconds that a client may take for its headers, and for the whole request. */
const HEADERS = 10;
const REQUEST = 15;
/** The server's check interval, and the delay on a busy machine. */
const GRACE = 4;
const CONNECTIONS = IS_EVERY_FAULT ? 10_000 : 4_000;
/** The bytes of a process that has served nothing yet, and of an idle connection. */
const [MAX_BYTES_AT_START, MAX_BYTES_PER_CONNECTION] = [200e6, 40e3];
const TIMEOUT_MS = 60_000;
/**
 * With thousands of other connections, the server's queue may be full. TCP then tries again after one second, after two more, and so on.
 */
const ALL_CONNECTED = { timeoutMs: 40_000 };

let stack: AuthProcessStack;
let auth: AuthProcess;
let client: ServiceClient;

beforeAll(async () => {
  stack = await startAuthProcessStack();
  auth = stack.auth;
  client = await registerServiceClient(stack.caller);
});

afterAll(() => stack.stop());

function head(...lines: string[]): string {
  return [`POST /connect/token HTTP/1.1`, `Host: ${client.domain}`, `Authorization: ${basic(client)}`, ...lines, ''].join('\r\n');
}

const FORM = 'Content-Type: application/x-www-form-urlencoded';

/** Sends its data, then a little more each second, until it is disconnected. */
async function dawdle(start: string, bit: string): Promise<{ seconds: number; answer: string }> {
  const began = performance.now();
  const socket = connect({ host: '127.0.0.1', port: auth.port });
  socket.on('error', () => undefined);
  socket.write(start);
  const answer = text(socket).catch(() => '');
  for await (const _ of ticks(1_000)) {
    if (socket.readableEnded || socket.destroyed) break;
    if (bit !== '') socket.write(bit);
  }
  return { seconds: (performance.now() - began) / 1_000, answer: await answer };
}

describe('a slow client', () => {
  it.concurrent.each([
    { how: 'that says nothing', limit: HEADERS, start: () => '', bit: '' },
    { how: 'in the middle of its headers', limit: HEADERS, start: () => head('X-Slow: '), bit: 'x' },
    { how: 'with ever more headers', limit: HEADERS, start: () => head(), bit: 'X-Slow: x\r\n' },
    { how: 'in the middle of a form', limit: REQUEST, start: () => `${head(FORM, 'Content-Length: 100')}\r\n`, bit: 'x' },
    { how: 'with chunk after chunk', limit: REQUEST, start: () => `${head(FORM, 'Transfer-Encoding: chunked')}\r\n`, bit: '1\r\nx\r\n' },
    {
      how: 'with a body that is not read',
      limit: REQUEST,
      start: () => `${head('Content-Length: 100').replace('/connect', '/nothing')}\r\n`,
      bit: 'x',
    },
  ])(
    '$how is disconnected after $limit s',
    async ({ limit, start, bit }) => {
      const { seconds, answer } = await dawdle(start(), bit);

      expect(seconds).toBeGreaterThan(limit - 1);
      expect(seconds).toBeLessThan(limit + GRACE);
      expect(answer).toMatch(/^HTTP\/1\.1 (408|404|415) /);
    },
    TIMEOUT_MS,
  );
});

describe('many clients', () => {
  async function openIdle(): Promise<Socket> {
    const socket = connect({ host: '127.0.0.1', port: auth.port });
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    return socket;
  }

  async function metric(name: string): Promise<number> {
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await auth.send('localhost', '/metrics')).text)![1]);
  }

  it.concurrent(
    `leave room for tokens while they keep ${CONNECTIONS} idle connections open`,
    async () => {
      const limit = await metric('process_max_fds');
      if (limit < CONNECTIONS + 500)
        throw new Error(`processes may open ${limit} files here: raise the hard limit, ulimit -Hn, to ${CONNECTIONS + 500}`);
      const sockets: Socket[] = [];
      const open = async () => {
        while (sockets.length < CONNECTIONS) sockets.push(await openIdle());
      };
      await Promise.all(Array.from({ length: 100 }, open));
      const load = new TokenLoad([auth], client, 8);
      for (let n = 0; n < 20; n += 1) await auth.token(client.domain, client);

      expect([...(await load.stop()).statuses.keys()]).toEqual([200]);
      expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
      expect(await metric('process_open_fds')).toBeGreaterThan(CONNECTIONS);
      expect(await metric('process_resident_memory_bytes')).toBeLessThan(MAX_BYTES_AT_START + CONNECTIONS * MAX_BYTES_PER_CONNECTION);
      for (const socket of sockets) socket.destroy();
      expect(auth.process.isRunning).toBe(true);
    },
    TIMEOUT_MS,
  );
});

describe('a client that disconnects', () => {
  it.concurrent.each([
    { where: 'within a form', head: () => head(FORM, 'Content-Length: 100'), body: 'grant_type=client' },
    { where: 'within a chunk', head: () => head(FORM, 'Transfer-Encoding: chunked'), body: '1d\r\ngrant_type=client' },
    { where: 'before the answer', head: () => head(FORM, 'Content-Length: 29'), body: 'grant_type=client_credentials' },
  ])('$where is not logged as an error', async ({ where, head: start, body }) => {
    const requestId = `gone-${where.replaceAll(' ', '-')}`;
    for (let n = 0; n < 50; n += 1) {
      const socket = connect({ host: '127.0.0.1', port: auth.port });
      await once(socket, 'connect');
      socket.write(`${start()}X-Request-Id: ${requestId}\r\n\r\n${body}`, () => socket.destroy());
    }

    await eventually(() => auth.events.filter((event) => event['requestId'] === requestId).length === 50, ALL_CONNECTED);
    expect(auth.events.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
    expect(auth.process.stdout.split('\n').filter((line) => line !== '' && !line.startsWith('{'))).toEqual([]);
    expect(auth.process.stderr).toBe('');
    expect((await auth.requestToken(client.domain, client)).status).toBe(200);
  });
});

describe('input that is not HTTP', () => {
  const LONG = 'x'.repeat(17 * 1_024);
  const POST = 'POST /connect/token HTTP/1.1\r\nHost: a\r\n';

  it.concurrent.each([
    { what: 'nonsense', bytes: '\r\n\r\nnonsense\r\n\r\n', status: 400 },
    { what: 'TLS', bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', status: 400 },
    { what: 'HTTP/9.9', bytes: 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', status: 400 },
    { what: 'a space before a colon', bytes: 'GET / HTTP/1.1\r\nHost : a\r\n\r\n', status: 400 },
    { what: 'a NUL in a header', bytes: 'GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n', status: 400 },
    { what: 'a folded header', bytes: 'GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n folded\r\n\r\n', status: 400 },
    { what: 'line feeds alone', bytes: 'GET / HTTP/1.1\nHost: a\n\n', status: 400 },
    { what: 'two hosts', bytes: 'GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', status: 400 },
    { what: 'no host', bytes: 'GET /healthz HTTP/1.1\r\n\r\n', status: 400 },
    { what: 'a negative length', bytes: `${POST}Content-Length: -1\r\n\r\n`, status: 400 },
    { what: 'two lengths', bytes: `${POST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, status: 400 },
    { what: 'a length and chunks', bytes: `${POST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, status: 400 },
    { what: 'chunks within something', bytes: `${POST}Transfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n`, status: 400 },
    { what: 'a chunk without a length', bytes: `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`, status: 400 },
    { what: 'a header that is too long', bytes: `GET / HTTP/1.1\r\nHost: a\r\nX: ${LONG}\r\n\r\n`, status: 431 },
    { what: 'a query that is much too long', bytes: `GET /?${LONG.repeat(3)} HTTP/1.1\r\nHost: a\r\n\r\n`, status: 431 },
    { what: 'a tunnel', bytes: 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', status: 400 },
    { what: 'an address that is too long', bytes: `GET /${LONG} HTTP/1.1\r\nHost: a\r\n\r\n`, status: 431 },
  ])('gets $status and a closed connection for $what', async ({ bytes, status }) => {
    const answer = await sendBytes(auth.port, bytes);

    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/problem+json; charset=utf-8', connection: 'close' });
    expect(answer.json).toMatchObject({ type: '/problems/invalid-request', status });
  });
});
