import { describe, expect, it } from '@jest/globals';
import { SpanSampler } from './span-sampler.js';

const callerOf = (end: string, isSampled: boolean) => ({ traceId: `${'0'.repeat(24)}${end}`, spanId: '00f067aa0ba902b7', isSampled });
const SAMPLED = callerOf('ffffffff', true);
const UNSAMPLED = callerOf('00000000', false);

describe('a sampler', () => {
  it.each([
    ['always_on', [true, true, true]],
    ['always_off', [false, false, false]],
    ['traceidratio', [false, false, true]],
    ['parentbased_always_on', [true, true, false]],
    ['parentbased_always_off', [false, true, false]],
    ['parentbased_traceidratio', [false, true, false]],
  ])('%s decides by its name', (name, expected) => {
    const ratio = name.includes('parentbased') ? 0 : 0.5;
    const sampler = new SpanSampler(name, ratio);
    const withoutCaller = ratio === 0 || !name.includes('ratio') ? sampler.shouldRecord(null) : false;

    expect([withoutCaller, sampler.shouldRecord(SAMPLED), sampler.shouldRecord(UNSAMPLED)]).toEqual(expected);
  });

  it('by ratio records about this share of the requests that have no caller', () => {
    const sampler = new SpanSampler('parentbased_traceidratio', 0.1);
    const recorded = Array.from({ length: 10_000 }, () => sampler.shouldRecord(null)).filter(Boolean).length;

    expect(recorded).toBeGreaterThan(800);
    expect(recorded).toBeLessThan(1_200);
  });
});
