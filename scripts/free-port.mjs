import { once } from 'node:events';
import { createServer } from 'node:net';

/** @returns {Promise<number>} a port that was free a moment ago, on loopback */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
