import { describe, expect, it } from '@jest/globals';
import { judgeMethods } from './method-goals.mjs';

type Measurement = Parameters<typeof judgeMethods>[0][number];

function measurement(name: string, cpu: number[]): Measurement {
  return { target: { name }, rounds: cpu.map((each) => ({ cpu: each })) } as unknown as Measurement;
}

const BY_SECRET = [measurement('product-1000', [70, 70]), measurement('limit', [60, 60])];
const BY_KEY = [
  measurement('product-1000-private_key_jwt', [170, 160]),
  measurement('bare-private_key_jwt', [400, 400]),
  measurement('limit-private_key_jwt', [130, 130]),
];

describe('the goals of a method', () => {
  it('compare its CPU time with that of bare oidc-provider and of the limit by the same method', () => {
    const goals = judgeMethods(BY_KEY, ['private_key_jwt'], [1, 1000]);

    expect(goals).toEqual([
      { label: 'private_key_jwt, CPU to bare oidc-provider', value: 0.4125, low: 0.4, high: 0.425, atMost: 0.45, digits: 2 },
      { label: 'private_key_jwt, CPU to the limit', value: expect.closeTo(1.27), low: 160 / 130, high: 170 / 130, atMost: NaN, digits: 2 },
    ]);
  });

  it('compare its throughput with that of the secret, without the verification that the limit pays', () => {
    const goals = judgeMethods([...BY_SECRET, ...BY_KEY], ['secret', 'private_key_jwt'], [1, 1000]);

    // The limit needs 70 us more than with the secret: 100 us and 90 us remain.
    expect(goals.at(-1)).toMatchObject({ low: 0.7, high: 70 / 90, atLeast: 0.7 });
  });

  it('are none for the secret, which has its own', () => {
    expect(judgeMethods(BY_SECRET, ['secret'], [1000])).toEqual([]);
  });
});
