import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { eventually } from '../../../../../test/support/eventually.js';
import { NameServerConnection } from './name-server.connection.js';

const KEY = { name: 'latchkey.key', algorithm: 'hmac-sha256', secret: Buffer.alloc(32) } as const;
const accepted: Socket[] = [];
const server = createServer((socket) => accepted.push(socket));

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  for (const socket of accepted) socket.destroy();
  server.close();
});

/** Sockets of this process, at both ends. */
const countSockets = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;

it('closes a connection to a name server that took too long to accept it', async () => {
  const { port } = server.address() as AddressInfo;
  const before = countSockets();

  await expect(NameServerConnection.open({ host: '127.0.0.1', port, key: KEY }, AbortSignal.abort())).rejects.toThrow(
    'the name server cannot be reached: no answer in time',
  );

  expect(await eventually(() => countSockets() === before, { timeoutMs: 2_000 })).toBe(true);
});
