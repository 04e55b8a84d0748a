import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { PAGE_FIXTURES } from './page-fixtures.mjs';

/** @import { PageContext } from '../../apps/auth/src/pages/page-context.js' */

/** @param {string} file of the compiled pages */
const compiled = (file) => import(new URL(`../../build/apps/auth/src/pages/${file}`, import.meta.url).href);

/**
 * Serves every page fixture as the auth server would, at `/<name>?language=de&accent=%23b3261e&text=...`; `text` replaces every text of the
 * view that is user input.
 *
 * @param {number} port 0 for a free one
 *
 * @returns {Promise<import('node:http').Server>} which listens on loopback
 */
export async function serveSpecimens(port = 0) {
  const { sendPage } = await compiled('http/send-page.js');
  const { sendAsset } = await compiled('http/send-asset.js');
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (sendAsset(response, url.pathname)) return;
    void page(url).then(
      (found) => (found ? sendPage(response, found.html, found) : response.writeHead(404).end()),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  return server;
}

/** @param {URL} url */
async function page({ pathname, searchParams }) {
  const fixture = PAGE_FIXTURES.find(({ name }) => `/${name}` === pathname);
  if (!fixture) return null;
  const text = searchParams.get('text');
  /** @type {PageContext} */
  const context = {
    domain: 'login.example.com',
    branding: {
      name: text ?? 'Northwind Bank',
      logoUrl: null,
      darkLogoUrl: null,
      faviconUrl: null,
      accentColor: searchParams.get('accent'),
      backgroundColor: searchParams.get('background'),
      corners: /** @type {any} */ (searchParams.get('corners')),
      font: /** @type {any} */ (searchParams.get('font')),
      supportUri: searchParams.get('support'),
      termsUri: searchParams.get('terms'),
      privacyUri: searchParams.get('privacy'),
    },
    address: pathname,
    language: /** @type {PageContext['language']} */ (searchParams.get('language') ?? 'en'),
  };
  const model = text === null ? fixture.model : replaceTexts(fixture.model, text);
  return { context, formTargets: fixture.formTargets, html: (await compiled(`views/${fixture.file}`))[fixture.view](context, model) };
}

/** Keys of texts, which no user input can change. */
const CHOSEN = new Set([
  'type',
  'mark',
  'remembered',
  'error',
  'notice',
  'kind',
  'reason',
  'step',
  'channel',
  'outcome',
  'purpose',
  'challenge',
]);

/**
 * @param {unknown} value
 * @param {string} text
 * @returns {unknown} the same with the text for each string
 */
export function replaceTexts(value, text) {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, text));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, CHOSEN.has(key) ? item : replaceTexts(item, text)]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serveSpecimens();
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${address.port}`);
}
