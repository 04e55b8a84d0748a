import { describe, expect, it } from '@jest/globals';
import { SpanSampler } from './span-sampler.js';

const callerOf = (end: string, isSampled: boolean) => ({ traceId: `${'0'.repeat(24)}${end}`, spanId: '00f067aa0ba902b7', isSampled });
const SAMPLED = callerOf('ffffffff', true);
const UNSAMPLED = callerOf('00000000', false);

describe('SpanSampler', () => {
  it.each([
    ['always_on', [true, true, true]],
    ['always_off', [false, false, false]],
    ['parentbased_always_on', [true, true, false]],
    ['parentbased_always_off', [false, true, false]],
    ['parentbased_traceidratio', [false, true, false]],
  ])('decides for %s by its name', (name, expected) => {
    const sampler = new SpanSampler(name, 0);

    expect([sampler.shouldRecord(null), sampler.shouldRecord(SAMPLED), sampler.shouldRecord(UNSAMPLED)]).toEqual(expected);
  });

  it.each([
    ['parentbased_traceidratio', 'that have no caller', null],
    ['traceidratio', 'that have no caller', null],
    ['traceidratio', 'whose caller records, whatever its trace id', { ...UNSAMPLED, isSampled: true }],
    ['traceidratio', 'whose caller does not record, whatever its trace id', { ...SAMPLED, isSampled: false }],
  ])('records with %s the configured share of the requests %s', (name, _which, caller) => {
    const sampler = new SpanSampler(name, 0.1);
    const recorded = Array.from({ length: 10_000 }, () => sampler.shouldRecord(caller)).filter(Boolean).length;

    expect(recorded).toBeGreaterThan(800);
    expect(recorded).toBeLessThan(1_200);
  });
});
