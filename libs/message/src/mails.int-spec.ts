import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { findAccessibilityViolations, openBrowser } from '../../../test/support/browser/browser.js';
import type { MailBranding } from './mail-look.js';
import type { Message } from './message.js';
import { renderMail } from './render.js';

const REQUEST = { at: '2026-11-28T14:32:00Z', device: 'Safari, macOS', address: '2001:db8:85a3:8d3:1319:8a2e:370:7348', application: null };
const LINK: Message = {
  to: 'ada@example.com',
  name: 'Ada',
  language: 'en',
  place: 'login.a-long-name-of-a-department.hollin-bikes.example.com',
  content: { kind: 'sign-in-link', link: `https://login.hollin.example/connect/magiclink?token=${'x'.repeat(43)}`, minutes: 10 },
  request: { ...REQUEST, application: { name: 'W'.repeat(60), logoUri: null } },
};
const NOTICE: Message = {
  ...LINK,
  content: { kind: 'notice', notice: 'passkeys-reset', account: 'https://login.hollin.example/account' },
  request: REQUEST,
};
const ACCENTS = [
  '#ffd400',
  '#000000',
  '#ffffff',
  '#d00000',
  '#00ff00',
  '#0000ff',
  '#1d4f91',
  '#0f6b4c',
  '#ff9ec4',
  '#5b2a86',
  '#00ffff',
  '#8a4b08',
];
const WITHOUT_BRANDING: MailBranding = {
  accentColor: null,
  backgroundColor: null,
  logoUrl: null,
  supportUri: 'https://hollin.example/help',
  termsUri: null,
  privacyUri: null,
};

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
});

afterAll(() => browser.close());

async function show(message: Message, accentColor: string | null, colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setContent(renderMail(message, { ...WITHOUT_BRANDING, accentColor }).html);
}

describe('a mail in a browser', () => {
  it.each([320, 600, 1_000])('fits %i pixels in three languages, with a button of 48 pixels or more', async (width) => {
    await page.setViewportSize({ width, height: 600 });
    for (const language of ['en', 'de', 'ar'] as const) {
      for (const message of [LINK, NOTICE]) {
        await show({ ...message, language }, null);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect((await page.locator('.action table').boundingBox())!.height).toBeGreaterThanOrEqual(48);
      }
    }
  });

  it('has no violation that axe-core finds', async () => {
    for (const message of [LINK, NOTICE]) {
      await show(message, null);
      // A mail is an article, and its program provides the landmarks.
      const violations = await findAccessibilityViolations(page);
      expect(violations.filter((violation) => !/^(landmark-one-main|region):/.test(violation))).toEqual([]);
    }
  });

  it.each(ACCENTS)('is readable with the accent %s, light and dark', async (accent) => {
    for (const scheme of ['light', 'dark'] as const) {
      await show(NOTICE, accent, scheme);
      expect(await findAccessibilityViolations(page, ['color-contrast'])).toEqual([]);
    }
  });

  it('is dark in a dark program', async () => {
    await show(LINK, null, 'dark');

    const colors = await page.evaluate(`['body', 'body > div:nth-of-type(2)', '.card', '.panel'].map((selector) =>
      getComputedStyle(document.querySelector(selector)).backgroundColor)`);
    expect(colors).toEqual(['rgb(10, 14, 19)', 'rgb(10, 14, 19)', 'rgb(19, 24, 30)', 'rgb(14, 18, 23)']);
  });
});
