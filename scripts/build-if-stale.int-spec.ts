import { describe, expect, it } from '@jest/globals';
import { buildIfStale } from './build-if-stale.mjs';
import { ROOT } from '../test/support/npm-start.js';

describe('a build step that runs only if stale', () => {
  it('does not run again once it has completed', async () => {
    await buildIfStale(ROOT);

    expect(await buildIfStale(ROOT)).toBe(false);
  });
});
