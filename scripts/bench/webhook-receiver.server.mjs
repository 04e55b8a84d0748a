/**
 * Receivers of webhooks. One port answers 204; the others hang from some moment on. Reports to its parent which deliveries arrived, and
 * when.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** @typedef {{ webhook: number, event: string, at: number }} Arrival `webhook`: the number at the end of its address; `at`: milliseconds since the epoch */

/** The service opens at most 256 connections to one origin. */
const HANGING_ORIGINS = 10;

/** @type {Arrival[]} */
const arrivals = [];
let hangs = false;

const answering = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { data } = JSON.parse(Buffer.concat(chunks).toString());
    arrivals.push({ webhook: Number(request.url?.slice(1)), event: data.requestId, at: Date.now() });
    response.writeHead(204).end();
  });
});
const hanging = Array.from({ length: HANGING_ORIGINS }, () =>
  createServer((request, response) => {
    request.resume();
    if (!hangs) request.on('end', () => response.writeHead(204).end());
  }),
);
// The client decides how long a connection stays open.
for (const server of [answering, ...hanging]) Object.assign(server, { keepAliveTimeout: 60_000, requestTimeout: 0 });

process.on('message', (message) => {
  if (message === 'hang' || message === 'answer') hangs = message === 'hang';
  if (message === 'count') process.send?.(arrivals.length);
  if (message === 'take') process.send?.(arrivals.splice(0));
});
process.on('disconnect', () => process.exit());

/** @param {import('node:http').Server} server */
async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

process.send?.({ answering: await listen(answering), hanging: await Promise.all(hanging.map(listen)) });
