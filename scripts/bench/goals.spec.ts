import { describe, expect, it } from '@jest/globals';
import { judge, median } from './goals.mjs';

type Measurement = Parameters<typeof judge>[0][number];

function measurement(name: string, cpu: number[], memory = { current: 100, peak: 120 }): Measurement {
  const rounds = cpu.map((each) => ({ cpu: each, statements: 0.05 }));
  return { target: { name }, rounds, memory } as unknown as Measurement;
}

describe('the goals of a benchmark run', () => {
  it('compares rounds that ran one after the other, and uses the median of the ratios', () => {
    const [toBare] = judge([measurement('product-1000', [50, 90, 60]), measurement('bare', [100, 100, 150])], [1000]);
    expect(toBare).toEqual({
      label: '1,000 domains, CPU to bare oidc-provider',
      value: 0.5,
      low: 0.4,
      high: 0.9,
      atMost: 0.6,
      digits: 2,
    });
  });

  it('compares the largest number of domains with one domain, and its peak memory with the limit', () => {
    const measurements = [measurement('product-1', [50]), measurement('product-10000', [55], { current: 150, peak: 290 })];
    const goals = judge(measurements, [1, 10_000]).map(({ label, value }) => [label, value]);
    expect(goals).toContainEqual(['10,000 domains to one domain, CPU', 1.1]);
    expect(goals).toContainEqual(['10,000 domains, peak resident memory, MB', 290]);
  });

  it('omits what was not measured', () => {
    expect(judge([measurement('limit', [50])], [])).toEqual([]);
  });
});

describe('median', () => {
  it.each([
    { values: [3, 1, 2], expected: 2 },
    { values: [4, 1, 2, 3], expected: 2.5 },
    { values: [], expected: Number.NaN },
  ])('of $values is $expected', ({ values, expected }) => {
    expect(median(values)).toBe(expected);
  });
});
