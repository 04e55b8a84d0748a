import { OperatorError } from '@latchkey/server';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { findSafeFetchError } from './safe-fetch.error.js';
import type { SafeFetchClient } from './safe-fetch.client.js';

/** This machine, by its names and numbers. */
const HOSTS = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'];

/**
 * Sends a request to a listener of this machine, which in production no request may reach.
 * @throws OperatorError if one does, or is refused for another reason than where it leads
 */
export async function testGuard(client: Pick<SafeFetchClient, 'fetch'>): Promise<void> {
  let reached = false;
  const listener = createServer((socket) => {
    reached = true;
    socket.destroy();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  try {
    const kinds = await Promise.all(HOSTS.map((host) => kindOf(client, `https://${host}:${port}/`)));
    if (reached || kinds.some((kind) => kind !== 'private-address')) throw unguarded();
  } finally {
    listener.close();
  }
}

async function kindOf(client: Pick<SafeFetchClient, 'fetch'>, url: string): Promise<string> {
  return client.fetch(url).then(
    () => 'answered',
    (error: unknown) => findSafeFetchError(error)?.kind ?? 'failed',
  );
}

function unguarded(): OperatorError {
  return new OperatorError('requests to identity providers could reach this machine itself: the guard of outgoing requests does not work');
}
