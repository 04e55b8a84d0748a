import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const CHROMIUM = '/usr/bin/chromium-headless-shell';
const SERVER = fileURLToPath(new URL('browser-server.mjs', import.meta.url));

/**
 * Offers one Chromium to all test files of a run, each with profiles of its own. It belongs to a process of its own: Jest runs a single test file in its
 * own process, where a browser would count as one that the file left open.
 *
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `GET` on the address is answered with the browser's WebSocket address
 */
export async function offerBrowser() {
  const server = fork(SERVER, { execArgv: [] });
  const [url] = await once(server, 'message');
  server.unref();
  server.channel?.unref();
  return {
    url,
    stop: async () => {
      server.ref();
      const ended = once(server, 'exit');
      server.disconnect();
      await ended;
    },
  };
}
