/** Takes the pictures of mails in docs/images: `node scripts/mail-layout/screenshots.mjs`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { buildIfStale } from '../build-if-stale.mjs';
import { toPalette } from '../pages/palette-png.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ISSUER = 'https://login.hollin.example';
const REQUEST = { at: '2026-11-28T14:32:00Z', device: 'Safari, macOS', address: '203.0.113.77', application: null };
const RECIPIENT = { to: 'maya@example.com', name: 'Maya', place: 'Hollin Bikes', timeZone: 'Europe/Lisbon' };
const BRANDING = {
  accentColor: '#0f6b4c',
  backgroundColor: null,
  logoUrl: null,
  supportUri: 'https://hollin.example/help',
  termsUri: null,
  privacyUri: 'https://hollin.example/privacy',
};
const LINK = {
  ...RECIPIENT,
  content: { kind: 'sign-in-link', link: `${ISSUER}/connect/magiclink?token=9Kf2mTqv8Yx0bLr5cWn1sDj7hGz4aPe6uVi3oQk-EfA`, minutes: 10 },
  request: { ...REQUEST, application: { name: 'Ride Planner', logoUri: null } },
};
const NOTICE = { ...RECIPIENT, content: { kind: 'notice', notice: 'passkey-created', account: `${ISSUER}/account` }, request: REQUEST };

const PICTURES = /** @type {const} */ ([
  ['mail-narrow-light', { ...LINK, language: 'en' }, 360, 'light'],
  ['mail-medium-dark', { ...NOTICE, language: 'en' }, 600, 'dark'],
  ['mail-wide-light', { ...LINK, language: 'ar' }, 1_024, 'light'],
]);

await buildIfStale(ROOT);
/** @type {any} `build/` may not exist when this file is type-checked */
const { renderMail } = await import(pathToFileURL(join(ROOT, 'build/libs/message/src/index.js')).href);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-lcd-text'],
});
for (const [name, message, width, colorScheme] of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height: 400 }, colorScheme });
  await page.setContent(renderMail(message, BRANDING).html);
  writeFileSync(join(ROOT, 'docs/images', `${name}.png`), toPalette(await page.screenshot({ fullPage: true })));
}
await browser.close();
