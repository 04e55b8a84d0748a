import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { LoadConnection, type LoadResponse } from './load-connection.mjs';

const REQUEST = Buffer.from('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');

describe('LoadConnection', () => {
  let server: Server;
  let connection: LoadConnection;

  async function answerWith(answer: (socket: Socket) => void): Promise<LoadConnection> {
    server = createServer((socket) => socket.on('data', () => answer(socket))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    connection = new LoadConnection((server.address() as AddressInfo).port);
    await connection.opened();
    return connection;
  }

  const send = (): Promise<LoadResponse> => new Promise((resolve) => connection.send(REQUEST, resolve));

  afterEach(() => {
    connection.close();
    server.close();
  });

  it('assembles a response from its parts, and reads the next on the same connection', async () => {
    await answerWith((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-le');
      setImmediate(() => socket.write('ngth: 5\r\n\r\nhel'));
      setImmediate(() => setImmediate(() => socket.write('lo')));
    });
    expect(await send()).toMatchObject({ status: 200, body: 'hello' });
    expect(await send()).toMatchObject({ status: 200, body: 'hello' });
  });

  it('reports a connection that the server closes, instead of silently opening another', async () => {
    await answerWith((socket) => socket.end());
    expect(await send()).toMatchObject({ status: 0, failure: 'connection closed by the server' });
  });

  it('reports a response of unknown length', async () => {
    await answerWith((socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'));
    expect(await send()).toMatchObject({ status: 0, failure: 'response without Content-Length' });
  });
});
