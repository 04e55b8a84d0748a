import { describe, expect, it } from '@jest/globals';
import { computeRetryDelaySeconds } from './retry-delay.js';

describe('computeRetryDelaySeconds', () => {
  it('grows from two seconds to a minute, plus a random part of up to half', () => {
    const attempts = [1, 2, 3, 4, 5, 6, 7, 1_000];

    expect(attempts.map((attempt) => computeRetryDelaySeconds(attempt, null, 0))).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    expect(attempts.map((attempt) => computeRetryDelaySeconds(attempt, null, 1))).toEqual([3, 6, 12, 24, 48, 90, 90, 90]);
  });

  it('is at least as long as the server asks for', () => {
    expect([computeRetryDelaySeconds(1, 30, 0), computeRetryDelaySeconds(6, 30, 0), computeRetryDelaySeconds(1, 0, 0)]).toEqual([
      30, 60, 2,
    ]);
  });
});
