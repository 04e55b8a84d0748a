import { describe, expect, it } from '@jest/globals';
import { buildIfStale } from './build-if-stale.mjs';
import { ROOT } from '../test/support/npm-start.js';

describe('buildIfStale', () => {
  it('does not build again after a completed build', async () => {
    await buildIfStale(ROOT);

    expect(await buildIfStale(ROOT)).toBe(false);
  });
});
