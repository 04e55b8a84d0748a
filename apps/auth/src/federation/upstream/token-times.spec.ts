import { describe, expect, it } from '@jest/globals';
import type { FederationFailure } from '../federation-failure.js';
import { checkTokenTimes } from './token-times.js';

const NOW = 1_800_000_000;

function outcome(claims: { iat?: number; auth_time?: number }, maxAge: number | null): string {
  try {
    checkTokenTimes({ iat: NOW, ...claims }, { maxAge, now: NOW });
    return 'accepted';
  } catch (error) {
    return (error as FederationFailure).reason;
  }
}

describe('checkTokenTimes', () => {
  it.each([
    [{ iat: NOW - 600 }, null, 'accepted'],
    [{ iat: NOW + 30 }, null, 'accepted'],
    [{ iat: NOW + 31 }, null, 'wrong-clock'],
    [{ iat: Number.POSITIVE_INFINITY }, null, 'wrong-clock'],
    [{ auth_time: NOW + 31 }, null, 'accepted'],
    [{ auth_time: NOW + 30 }, 600, 'accepted'],
    [{ auth_time: NOW + 31 }, 600, 'wrong-clock'],
    [{ auth_time: NOW + 31 }, 0, 'wrong-clock'],
    [{}, 600, 'accepted'],
  ])('checks %j for a max_age of %s: %s', (claims, maxAge, expected) => {
    expect(outcome(claims, maxAge)).toBe(expected);
  });
});
