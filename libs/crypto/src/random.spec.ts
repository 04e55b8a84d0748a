import { describe, expect, it } from '@jest/globals';
import { generateDnsLabel } from './random.js';

describe('randomLabel', () => {
  const labels = Array.from({ length: 10_000 }, generateDnsLabel);

  it('returns a DNS label of 20 letters and digits', () => {
    for (const label of labels) expect(label).toMatch(/^[a-z2-7]{20}$/);
  });

  it('never repeats a label', () => {
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('uses all 32 characters equally, so that a label has 100 bits', () => {
    const counts = Map.groupBy(labels.join(''), (character) => character);

    // 200,000 draws: 6,250 expected of each, with a standard deviation of 78.
    expect(counts.size).toBe(32);
    for (const [, { length }] of counts) expect(Math.abs(length - 6_250)).toBeLessThan(8 * 78);
  });
});
