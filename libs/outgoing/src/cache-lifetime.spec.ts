import { describe, expect, it } from '@jest/globals';
import { getCacheLifetime } from './cache-lifetime.js';

const BOUNDS = { min: 10, default: 300, max: 3_600 };

describe('getCacheLifetime', () => {
  it.each<[string, number]>([
    ['max-age=60', 60],
    ['Public, Max-Age=60', 60],
    ['max-age="60"', 60],
    [',, max-age=60 ,', 60],
    ['public,\tmax-age=60', 60],
    ['max-age=60, max-age=90', 60],
    ['max-age=9999999999999', 3_600],
    ['max-age=0', 10],
    ['x-max-age=60', 300],
    ['s-maxage=60', 300],
    ['private="a, max-age=60"', 300],
    ['ext="a\\", no-store", max-age=60', 60],
    ['max-age=60, no-store', 10],
    ['no-cache="set-cookie", max-age=60', 10],
    ['x-no-store-hint, max-age=60', 60],
    ['max-age=soon', 300],
    ['=, max-age=60', 300],
    ['', 300],
  ])('returns the lifetime for %j: %i seconds', (control, seconds) => {
    expect(getCacheLifetime(new Headers({ 'cache-control': control }), BOUNDS)).toBe(seconds);
  });
});
