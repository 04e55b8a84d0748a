import { describe, expect, it } from '@jest/globals';
import { RefreshingCache } from './refreshing-cache.js';

const MAX_BYTES = 1_000_000;

describe('the memory of cached documents', () => {
  it.each([
    ['few large ones', 200, 100_000, 9],
    ['many small ones', 3_000, 100, 1_500],
  ])('limits the cache to %s', async (_what, count, bytes, expected) => {
    const cache = new RefreshingCache<number>(MAX_BYTES, { now: () => 0 });

    for (let n = 0; n < count; n += 1)
      await cache.get(`domain https://keys.example.com/${n}`, () => Promise.resolve({ value: n, lifetime: 60, bytes }));

    const kept = [...cache.keys()].length;
    expect(kept * bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(kept).toBeGreaterThanOrEqual(expected);
    expect(kept).toBeLessThan(count);
  });

  it('counts long names', async () => {
    const cache = new RefreshingCache<number>(MAX_BYTES, { now: () => 0 });

    for (let n = 0; n < 1_000; n += 1)
      await cache.get(`domain https://${'a'.repeat(10_000)}/${n}`, () => Promise.resolve({ value: n, lifetime: 60, bytes: 0 }));

    expect([...cache.keys()].length).toBeLessThan(100);
  });
});
