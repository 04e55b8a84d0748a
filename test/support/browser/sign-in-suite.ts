import { afterAll, beforeAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { OpenidClientApp } from '../relying-party/openid-client.js';
import { SignInHarness } from '../sign-in-harness.js';
import { SignInStack } from '../sign-in-stack.js';
import { openBrowser } from './browser.js';

const START_MS = 60_000;

/** The shared parts of the tests in a file. */
export interface SignInSuite {
  readonly stack: SignInStack;
  readonly browser: Browser;
  /** A domain without users. */
  readonly world: SignInHarness;
  /** An application, the client `shop` of that domain. */
  readonly app: OpenidClientApp;
}

/**
 * Starts both services, a browser and an application before the tests of a file, and stops them after the last one. Read it only in tests.
 */
export function useSignInSuite(): SignInSuite {
  const suite = {} as { -readonly [name in keyof SignInSuite]: SignInSuite[name] };
  beforeAll(async () => {
    [suite.stack, suite.browser] = await Promise.all([SignInStack.start(), openBrowser()]);
    suite.world = await SignInHarness.create(suite.stack);
    suite.app = await suite.world.app('shop');
  }, START_MS);
  afterAll(async () => {
    await Promise.all([suite.world?.stop(), suite.browser?.close()]);
    await suite.stack?.stop();
  });
  return suite;
}
