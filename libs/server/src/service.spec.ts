import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger, Metrics } from '@latchkey/observability';
import { sendBytes } from '../../../test/support/http.js';
import { freePort } from '../../../test/support/service-process.js';
import { Service } from './service.js';

let service: Service;
let port: number;

beforeEach(async () => {
  port = await freePort();
  const logger = createLogger({ service: 'auth', level: 'silent', format: 'json' });
  service = new Service({
    port,
    portVariable: 'PORT',
    address: '127.0.0.1',
    publicUrl: 'https://{domain}',
    poolSize: 10,
    logger,
    metrics: new Metrics(),
  });
  await service.start();
});

afterEach(() => service.stop());

/** Sends two requests on one connection. @returns the statuses of the responses */
async function exchange(bytes: string): Promise<string[]> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.write(bytes);
  let answers = '';
  const statuses = () => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);
  for await (const piece of socket) {
    answers += String(piece);
    if (statuses().length === 2) break;
  }
  return statuses();
}

describe('CONNECT', () => {
  it('is answered, and the connection closes', async () => {
    service.serve({ listener: (_request, response) => response.end(), isReady: async () => true, close: async () => undefined });

    const answer = await sendBytes(port, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n');

    expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ type: '/problems/invalid-request', status: 400 })]);
    expect(answer.headers['connection']).toBe('close');
  });
});

describe('a body that its listener rejects halfway', () => {
  it.each([20_000, 70_000, 500_000])(
    'does not block the connection after a body of %i bytes: the next request is answered',
    async (size) => {
      service.serve({
        listener: (request, response) => {
          const refuse = (): void => {
            request.pause();
            response.writeHead(413).end();
          };
          if (request.method === 'POST') request.once('data', refuse);
          else response.end();
        },
        isReady: async () => true,
        close: async () => undefined,
      });

      const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`;

      expect(await exchange(`${post}GET / HTTP/1.1\r\nHost: a\r\n\r\n`)).toEqual(['413', '200']);
    },
  );
});

describe('stopping a service', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] }));

  /** Excludes faked timers: counts those of Node.js's own modules. */
  const countTimers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

  /** A used connection that is kept open. */
  async function openConnection(): Promise<Socket> {
    const socket = connect({ host: '127.0.0.1', port });
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    return socket;
  }

  it('waits for no timer if no connection is open', async () => {
    const before = countTimers();
    const stopping = service.stop();

    expect(countTimers()).toBe(before);
    await stopping;
  });

  it('continues while a connection is open, and ends once its client has closed it', async () => {
    const socket = await openConnection();
    const stopping = service.stop();

    const answer = await sendBytes(port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(answer.headers['connection']).toBe('close');

    socket.destroy();
    await stopping;
  });

  it('closes an idle connection after a quarter of a second', async () => {
    const closed = once(await openConnection(), 'close');
    const stopping = service.stop();

    jest.advanceTimersByTime(250);

    await Promise.all([stopping, closed]);
  });
});
