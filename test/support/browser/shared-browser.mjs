import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const CHROMIUM = '/usr/bin/chromium-headless-shell';
const SERVER = fileURLToPath(new URL('browser-server.mjs', import.meta.url));

/**
 * Provides one Chromium to all test files of a run; each file opens its own profiles. The browser runs below a separate process, because
 * Jest runs a single test file in the main process, and would report a browser there as left open.
 *
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `GET` on the address is answered with the browser's WebSocket address
 */
export async function offerBrowser() {
  const server = fork(SERVER, { execArgv: [] });
  const [url] = await Promise.race([once(server, 'message'), refuseEnd(server)]);
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

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<never>} rejects when it ends
 */
async function refuseEnd(server) {
  const [code] = await once(server, 'exit');
  throw new Error(`${SERVER} ended with ${code}`);
}
