import { afterAll, beforeAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { OpenidClientApp } from '../relying-party/openid-client.js';
import { SignInDomainFixture } from '../sign-in-domain-fixture.js';
import { SignInStack } from '../sign-in-stack.js';
import { openBrowser } from './browser.js';

const START_MS = 60_000;

/** The shared parts of the tests in a file. */
export interface SignInBrowserFixture {
  readonly stack: SignInStack;
  readonly browser: Browser;
  /** A domain without users. */
  readonly world: SignInDomainFixture;
  /** An application, the client `shop` of that domain. */
  readonly app: OpenidClientApp;
}

/**
 * Starts both services, a browser and an application before the tests of a file, and stops them after the last one. Read it only in tests.
 */
export function useSignInBrowserFixture(): SignInBrowserFixture {
  const fixture = {} as { -readonly [name in keyof SignInBrowserFixture]: SignInBrowserFixture[name] };
  beforeAll(async () => {
    [fixture.stack, fixture.browser] = await Promise.all([SignInStack.start(), openBrowser()]);
    fixture.world = await SignInDomainFixture.create(fixture.stack);
    fixture.app = await fixture.world.app('shop');
  }, START_MS);
  afterAll(async () => {
    await Promise.all([fixture.world?.stop(), fixture.browser?.close()]);
    await fixture.stack?.stop();
  });
  return fixture;
}
