import { describe, expect, it } from '@jest/globals';
import { getBackoffSeconds, getFailureDelaySeconds } from './retry-delay.js';

describe('getBackoffSeconds', () => {
  it('doubles, as in the queue', () => {
    const opts = { attempts: 5, backoff: { type: 'exponential', delay: 500, jitter: 0.5 } };

    expect([0, 1, 2, 3].map((attemptsMade) => getBackoffSeconds({ attemptsMade, opts }))).toEqual([0.5, 1, 2, 4]);
  });

  it('has no delay for a job with a single attempt', () => {
    expect(getBackoffSeconds({ attemptsMade: 0, opts: { attempts: 1 } })).toBe(0);
  });
});

describe('getFailureDelaySeconds', () => {
  it('doubles with every five attempts, up to an hour', () => {
    expect([1, 5, 10, 15, 40, 45, 50, 5_000].map((attempts) => getFailureDelaySeconds(attempts, 0))).toEqual([
      15, 15, 30, 60, 1_920, 3_600, 3_600, 3_600,
    ]);
  });

  it('adds a random part of up to half', () => {
    expect([0, 0.5, 1].map((chance) => getFailureDelaySeconds(5, chance))).toEqual([15, 18.75, 22.5]);
  });
});
