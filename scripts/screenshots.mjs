import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { toPalette } from './pages/palette-png.mjs';
import { serveSpecimens } from './pages/serve.mjs';
import { PAGE_FIXTURES } from './pages/page-fixtures.mjs';

const SIZES = { wide: { width: 640, height: 600 }, narrow: { width: 320, height: 640 } };

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: fileURLToPath(new URL('../docs/images', import.meta.url)) },
    only: { type: 'string', multiple: true },
    size: { type: 'string', default: 'wide' },
    query: { type: 'string', default: '' },
  },
});

/** Writes <page>-light.png and <page>-dark.png of every page: `node scripts/screenshots.mjs [--only sign-in] [--size narrow]`. */
async function main() {
  mkdirSync(values.out, { recursive: true });
  const server = await serveSpecimens();
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-lcd-text'],
  });
  try {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) await shoot(browser, `http://127.0.0.1:${port}`, colorScheme);
  } finally {
    await browser.close();
    server.close();
  }
}

/** @param {import('./pages/page-fixtures.mjs').PageFixture} fixture */
function isWanted({ name, variant }) {
  return values.only?.includes(name) ?? !variant;
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} base
 * @param {'light' | 'dark'} colorScheme
 */
async function shoot(browser, base, colorScheme) {
  const viewport = SIZES[/** @type {keyof typeof SIZES} */ (values.size)];
  const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
  // Without the script, pages do not submit themselves or ask for passkeys.
  await context.route('**/*.js', (route) => route.abort());
  const page = await context.newPage();
  for (const { name, width } of PAGE_FIXTURES.filter(isWanted)) {
    await page.setViewportSize({ ...viewport, ...(values.size === 'wide' && width && { width }) });
    await page.goto(`${base}/${name}?${values.query}`);
    const picture = await page.screenshot({ fullPage: true });
    writeFileSync(join(values.out, `${name}-${colorScheme}.png`), toPalette(picture));
  }
  await context.close();
}

await main();
