import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser/browser.js';

const SERVER = fileURLToPath(new URL('../../scripts/pages/serve.mjs', import.meta.url));

/** A server for every page of the product with sample data. */
export interface PageFixtureServer {
  browser: Browser;
  /** The origin of the pages. */
  base: string;
  addressOf(name: string, query?: Record<string, string>): string;
  stop(): Promise<void>;
}

/** Serves the page fixtures in a separate process. */
export async function startPageFixtureServer(): Promise<PageFixtureServer> {
  const server = spawn(process.execPath, [SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [address] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  // A passkey belongs to a name, not to an address.
  const base = address.replace('127.0.0.1', 'localhost');
  const browser = await openBrowser();
  return {
    browser,
    base,
    addressOf: (name, query = {}) => `${base}/${name}?${new URLSearchParams(query).toString()}`,
    stop: async () => {
      await browser.close();
      server.kill();
      await once(server, 'exit');
    },
  };
}
