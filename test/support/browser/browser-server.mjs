import { once } from 'node:events';
import { createServer } from 'node:http';
import { CHROMIUM } from './shared-browser.mjs';

/**
 * The process of the shared browser. It starts Chromium when the first test file asks for it, and again if it has exited. It exits with the
 * process that started it.
 */

/** @typedef {import('playwright-core').BrowserServer} BrowserServer */

const RULES = 'MAP localhost 127.0.0.1, MAP *.localhost 127.0.0.1';

/** @type {Promise<BrowserServer> | undefined} */
let browser;
const forget = () => void (browser = undefined);

const server = createServer((_request, response) => {
  browser ??= launch();
  browser.then(
    (started) => response.end(started.wsEndpoint()),
    (/** @type {unknown} */ error) => {
      forget();
      response.writeHead(500).end(String(error));
    },
  );
});
const disconnected = once(process, 'disconnect');
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
process.send?.(`http://127.0.0.1:${port}`);
await disconnected;
server.close();
server.closeAllConnections();
await (await browser)?.close();

async function launch() {
  const { chromium } = await import('playwright-core');
  const started = await chromium.launchServer({ executablePath: CHROMIUM, args: ['--no-sandbox', `--host-resolver-rules=${RULES}`] });
  started.on('close', forget);
  return started;
}
