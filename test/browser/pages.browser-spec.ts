import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { PAGE_FIXTURES } from '../../scripts/pages/page-fixtures.mjs';
import { AXE, findAccessibilityViolations } from '../support/browser/browser.js';
import { startPageFixtureServer, type PageFixtureServer } from '../support/page-fixtures.js';

const NAMES = PAGE_FIXTURES.map(({ name }) => name);
/** Those that differ in more than a sentence or two. */
const DIFFERENT = PAGE_FIXTURES.flatMap(({ name, variant }) => (variant ? [] : [name]));

/** Text at twice its size leaves half the width: 320 pixels are 640 at 200 %. */
const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1440, height: 900 };
const MEDIUM = { width: 640, height: 900 };
/** Rules that a color scheme or an accent can break. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Each would run if a text were interpreted as HTML. */
const PAYLOADS = [
  'javascript:alert(1)',
  [
    '<script>alert(1)</script>',
    `"><img src=x onerror=alert(1)>'><svg onload=alert(1)>`,
    `" autofocus onfocus=alert(1) ' autofocus onfocus=alert(1) x="`,
    '</title></noscript></textarea></style></script><iframe srcdoc="<script>parent.alert(1)</script>">',
    '--><!--<img src=https://evil.example/x><link rel=stylesheet href=https://evil.example/x>',
    '<meta http-equiv=refresh content="0;url=https://evil.example/"><base href=https://evil.example/>',
  ].join(''),
];

/** The texts that overflow their card or the page. */
const OVERFLOWING = `[...document.querySelectorAll('main *')].filter((element) => {
  if (element.children.length > 0 || element.textContent.trim() === '' || element.closest('svg, noscript, details')) return false;
  const card = element.closest('section, main:not(.wide)') ?? document.querySelector('main');
  const edge = card.getBoundingClientRect().right - parseFloat(getComputedStyle(card).paddingRight);
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().right > edge + 1;
}).map((element) => element.outerHTML)`;

let pages: PageFixtureServer;

beforeAll(async () => {
  pages = await startPageFixtureServer();
});

afterAll(() => pages.stop());

describe('every page', () => {
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    context = await pages.browser.newContext({ viewport: NARROW, reducedMotion: 'reduce' });
    // Without the script no page continues automatically.
    await context.route('**/*.js', (route) => route.abort());
    await context.addInitScript({ content: AXE });
    page = await context.newPage();
  });

  afterAll(() => context.close());

  async function open(name: string, colorScheme: 'light' | 'dark', query: Record<string, string> = {}): Promise<void> {
    await page.setViewportSize(NARROW);
    await page.emulateMedia({ colorScheme });
    await page.goto(pages.addressOf(name, query));
  }

  async function expectFits(): Promise<void> {
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    expect(await page.evaluate(OVERFLOWING)).toEqual([]);
  }

  it.each(NAMES)('has no violation that axe-core finds, light and dark, and fits a narrow screen: %s', async (name) => {
    await open(name, 'light');

    expect(await findAccessibilityViolations(page)).toEqual([]);
    await expectFits();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findAccessibilityViolations(page, COLOURS)).toEqual([]);
  });

  it.each(NAMES)('fits in German, narrow and wide, and is readable in dark mode with a dark blue accent: %s', async (name) => {
    await open(name, 'dark', { language: 'de', accent: '#000066' });

    await expectFits();
    await page.setViewportSize(WIDE);
    await expectFits();
    expect(await findAccessibilityViolations(page, COLOURS)).toEqual([]);
  });

  it.each(DIFFERENT)('fits from right to left in Arabic, and in Japanese: %s', async (name) => {
    for (const language of ['ar', 'ja']) {
      await open(name, 'light', { language });
      expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    }
  });

  it.each(DIFFERENT)('is readable with a yellow accent: %s', async (name) => {
    await open(name, 'light', { accent: '#ffcc00' });

    await page.setViewportSize(MEDIUM);
    await expectFits();
    expect(await findAccessibilityViolations(page, COLOURS)).toEqual([]);
  });
});

/** Names that users and other projects' tests rely on. */
const NAMED: Readonly<Record<string, [role: 'button' | 'textbox' | 'heading', name: string][]>> = {
  'sign-in': [
    ['textbox', 'Username or email'],
    ['button', 'Continue'],
    ['button', 'Sign in with a passkey'],
    ['button', 'Continue with Civic ID'],
  ],
  methods: [
    ['button', 'Sign in with a passkey'],
    ['button', 'Email me a link'],
    ['button', 'Text me a link'],
    ['button', 'Use an authenticator app'],
    ['button', 'Use a recovery code'],
  ],
  code: [
    ['textbox', 'Code'],
    ['button', 'Verify'],
  ],
  'recovery-code': [
    ['textbox', 'Recovery code'],
    ['button', 'Verify'],
  ],
  'magic-link': [
    ['heading', 'Sign in to Northwind Bank'],
    ['button', 'Sign in'],
  ],
  enrolment: [
    ['button', 'Create a passkey'],
    ['button', 'Set up an authenticator app'],
    ['button', 'Not now'],
  ],
  'authenticator-app': [['textbox', 'Code']],
  consent: [
    ['button', 'Allow'],
    ['button', 'Deny'],
  ],
  'device-code': [
    ['textbox', 'Code shown on the device'],
    ['button', 'Continue'],
  ],
  'device-confirmation': [
    ['button', 'Allow'],
    ['button', 'Deny'],
  ],
  'account-new': [
    ['heading', 'Passkeys'],
    ['heading', 'Authenticator app'],
    ['heading', 'Recovery codes'],
    ['heading', 'Sessions'],
    ['button', 'Sign out'],
    ['button', 'Create a passkey'],
    ['button', 'Set up an authenticator app'],
  ],
};

describe('accessible names', () => {
  let page: Page;

  beforeAll(async () => {
    page = await pages.browser.newPage();
  });

  afterAll(() => page.close());

  it.each(Object.entries(NAMED))('give each field of %s exactly one label for users and assistive programs', async (name, expected) => {
    await page.goto(pages.addressOf(name));
    const found = await Promise.all(
      expected.map(async ([role, text]) => [role, text, await page.getByRole(role, { name: text, exact: true }).count()]),
    );
    expect(found).toEqual(expected.map((each) => [...each, 1]));
  });
});

describe('text from users and operators', () => {
  it.each(PAYLOADS)('neither runs nor loads anything on any page: %s', async (text) => {
    const context = await pages.browser.newContext();
    const errors: string[] = [];
    await context.route(
      ({ hostname }) => hostname !== 'localhost',
      (route) => {
        errors.push(`request to ${route.request().url()}`);
        return route.abort();
      },
    );
    const page = await context.newPage();
    page.on('dialog', (dialog) => {
      errors.push(`${page.url()} said ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) errors.push(`${page.url()}: ${message.text()}`);
    });

    // The page that redirects immediately shows nothing.
    for (const name of NAMES.filter((each) => each !== 'form-post')) {
      await page.goto(pages.addressOf(name, { text }));
      expect(await page.evaluate(`document.querySelectorAll('h1').length`)).toBe(1);
    }
    expect(errors).toEqual([]);
    await context.close();
  });
});
