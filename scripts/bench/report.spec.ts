import { describe, expect, it } from '@jest/globals';
import { compareCpu, median, quantile } from './report.mjs';

const rounds = (...cpu: number[]) => ({ rounds: cpu.map((each) => ({ cpu: each })) });

describe('compareCpu', () => {
  it('compares rounds that ran one after the other, and uses the median of the ratios', () => {
    expect(compareCpu('CPU to bare', [rounds(50, 90, 60), rounds(100, 100, 150)], 0.6)).toEqual([
      { label: 'CPU to bare', value: 0.5, low: 0.4, high: 0.9, atMost: 0.6, digits: 2 },
    ]);
  });

  it('returns nothing unless both were measured', () => {
    expect(compareCpu('CPU to bare', [rounds(50), undefined], 0.6)).toEqual([]);
  });
});

describe('median and quantile', () => {
  it.each([
    { values: [3, 1, 2], expected: [2, 3] },
    { values: [4, 1, 2, 3], expected: [2.5, 4] },
    { values: [], expected: [Number.NaN, Number.NaN] },
  ])('return $expected for $values', ({ values, expected }) => {
    expect([median(values), quantile(values, 0.99)]).toEqual(expected);
  });
});
