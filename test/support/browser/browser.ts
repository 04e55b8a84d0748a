import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { CHROMIUM } from './shared-browser.mjs';
import { VirtualAuthenticator } from './authenticator.js';

/** The script of axe-core. A page that already has it does not need it again for each check. */
export const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const FAILURES = fileURLToPath(new URL('../../../test-results/', import.meta.url));

/** Milliseconds: anything slower on a busy machine counts as a failure. */
const TIMEOUT_MS = 20_000;

/**
 * The Chromium of the run (test/support/browser/shared-browser.mjs), which resolves every name in `.localhost` to loopback. Closing it
 * closes the profiles that were opened here.
 */
export async function openBrowser(): Promise<Browser> {
  const answer = await fetch(process.env['TEST_BROWSER_URL']!);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return chromium.connect(text);
}

/** Starts a separate Chromium, for which names in `.localhost` have one port on loopback, whatever port an address contains. */
export function startBrowser({ https }: { https: number }): Promise<Browser> {
  const hosts = `--host-resolver-rules=MAP *.localhost 127.0.0.1:${https}`;
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', hosts] });
}

/** A user with their own browser profile. */
export interface BrowserUser {
  context: BrowserContext;
  page: Page;
  /** Acts for the user; see VirtualAuthenticator. */
  authenticator: VirtualAuthenticator;
}

export interface BrowserUserOptions extends BrowserContextOptions {
  /**
   * Whether fields offer passkeys. The test authenticator accepts every offer as soon as the page is loaded, before a test could press
   * another button.
   */
  autofill?: boolean;
}

/** Opens a new profile: no cookies, no passkeys. */
export async function newBrowserUser(browser: Browser, { autofill = false, ...options }: BrowserUserOptions = {}): Promise<BrowserUser> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  if (!autofill) await context.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  return { context, page, authenticator: await VirtualAuthenticator.add(page) };
}

/**
 * Runs a user's steps, and closes their browser. On failure it saves a screenshot of each page in test-results/, and adds the addresses to
 * the error.
 */
export async function withBrowserUser(
  browser: Browser,
  act: (person: BrowserUser) => Promise<void>,
  options: BrowserUserOptions = {},
): Promise<void> {
  const person = await newBrowserUser(browser, options);
  try {
    await act(person);
  } catch (error) {
    throw new Error(`at ${await keepScreenshots(person.context)}`, { cause: error });
  } finally {
    await person.context.close();
  }
}

/** @returns the addresses of the pages, and the paths of their screenshots */
async function keepScreenshots(context: BrowserContext): Promise<string> {
  await mkdir(FAILURES, { recursive: true });
  const shots = context.pages().map(async (page, index) => {
    const path = `${FAILURES}${Date.now()}-${index}.png`;
    await page.screenshot({ path, fullPage: true }).catch(() => null);
    return `${page.url()} (${path})`;
  });
  return (await Promise.all(shots)).join(', ');
}

/**
 * The violations that axe-core finds on the current page, one line per place.
 *
 * @param rules to check; all of them if absent
 */
export async function findAccessibilityViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults;
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}
