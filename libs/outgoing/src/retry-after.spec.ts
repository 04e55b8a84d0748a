import { expect, it } from '@jest/globals';
import { parseRetryAfter } from './retry-after.js';

it('reads a number of seconds, or a date', () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();

  expect(['7', '0', 'Thu, 01 Jan 1970 00:00:00 GMT', 'soon', '-1', '', null].map(parseRetryAfter)).toEqual([
    7,
    0,
    0,
    null,
    null,
    null,
    null,
  ]);
  expect(Math.abs(parseRetryAfter(inAMinute)! - 60)).toBeLessThanOrEqual(1);
});
