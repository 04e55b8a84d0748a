import { once } from 'node:events';
import { createServer } from 'node:http';

export const CHROMIUM = '/usr/bin/chromium-headless-shell';
const RULES = 'MAP localhost 127.0.0.1, MAP *.localhost 127.0.0.1';

/**
 * Offers one Chromium to all test files of a run, each with profiles of its own. It is started when the first one asks, and again if it has ended.
 *
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `GET` on the address is answered with the browser's WebSocket address
 */
export async function offerBrowser() {
  /** @type {Promise<import('playwright-core').BrowserServer> | undefined} */
  let browser;
  const forget = () => void (browser = undefined);
  const server = createServer((_request, response) => {
    browser ??= launch(forget);
    browser.then(
      (started) => response.end(started.wsEndpoint()),
      (/** @type {unknown} */ error) => {
        forget();
        response.writeHead(500).end(String(error));
      },
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close();
      await (await browser)?.close();
    },
  };
}

/** @param {() => void} onEnd */
async function launch(onEnd) {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launchServer({ executablePath: CHROMIUM, args: ['--no-sandbox', `--host-resolver-rules=${RULES}`] });
  browser.on('close', onEnd);
  return browser;
}
