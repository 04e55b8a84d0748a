import { describe, expect, it } from '@jest/globals';
import { newRecoveryCode } from './recovery-code.js';

describe('newRecoveryCode', () => {
  const codes = Array.from({ length: 10_000 }, newRecoveryCode);

  it('returns 20 letters and digits that are hard to confuse', () => {
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{20}$/);
  });

  it('never repeats, and uses all 32 characters equally, so that a code has 100 bits', () => {
    const counts = Map.groupBy(codes.join(''), (character) => character);

    expect(new Set(codes).size).toBe(codes.length);
    // 200,000 draws: 6,250 expected of each, with a standard deviation of 78.
    expect(counts.size).toBe(32);
    for (const [, { length }] of counts) expect(Math.abs(length - 6_250)).toBeLessThan(8 * 78);
  });
});
