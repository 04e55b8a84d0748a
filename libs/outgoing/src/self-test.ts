import { OperatorError } from '@latchkey/server';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { findSafeFetchError } from './safe-fetch.error.js';
import type { SafeFetchClient } from './safe-fetch.client.js';

/** Names and addresses of this machine, and the metadata service of a cloud. */
const HOSTS = [
  '127.0.0.1',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::169.254.169.254]',
];

type TestedClient = Pick<SafeFetchClient, 'fetch' | 'close'>;

/**
 * Sends requests to a listener on this machine. In production no request may reach it, whatever OUTGOING_ALLOW contains, because its port
 * counts as one of the services'.
 *
 * @param createClient a client with the settings of the process
 *
 * @throws OperatorError if a request reaches it, or is rejected for any reason other than its target
 */
export async function testGuard(createClient: (ownPort: number) => TestedClient): Promise<void> {
  let reached = false;
  const listener = createServer((socket) => {
    reached = true;
    socket.destroy();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const client = createClient(port);
  try {
    const kinds = await Promise.all(HOSTS.map((host) => kindOf(client, `https://${host}:${port}/`)));
    // control: a process does not start without its guard of outgoing requests
    if (reached || kinds.some((kind) => kind !== 'private-address')) throw unguarded();
  } finally {
    await client.close();
    listener.close();
  }
}

async function kindOf(client: TestedClient, url: string): Promise<string> {
  return client.fetch(url).then(
    () => 'answered',
    (error: unknown) => findSafeFetchError(error)?.kind ?? 'failed',
  );
}

function unguarded(): OperatorError {
  return new OperatorError('requests to identity providers could reach this machine: the guard of outgoing requests does not work');
}
