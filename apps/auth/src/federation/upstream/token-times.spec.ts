import { describe, expect, it } from '@jest/globals';
import type { FederationFailure } from '../federation-failure.js';
import { checkTokenTimes } from './token-times.js';

const NOW = 1_800_000_000;

function outcome(claims: { iat?: number; auth_time?: number }, maxAge: number | null): string {
  try {
    checkTokenTimes({ iat: NOW, ...claims }, { maxAge, now: NOW });
    return 'taken';
  } catch (error) {
    return (error as FederationFailure).reason;
  }
}

describe('the times of an id token', () => {
  it.each([
    [{ iat: NOW - 600 }, null, 'taken'],
    [{ iat: NOW + 30 }, null, 'taken'],
    [{ iat: NOW + 31 }, null, 'wrong-clock'],
    [{ iat: Number.POSITIVE_INFINITY }, null, 'wrong-clock'],
    [{ auth_time: NOW + 31 }, null, 'taken'],
    [{ auth_time: NOW + 30 }, 600, 'taken'],
    [{ auth_time: NOW + 31 }, 600, 'wrong-clock'],
    [{ auth_time: NOW + 31 }, 0, 'wrong-clock'],
    [{}, 600, 'taken'],
  ])('%j where a sign-in may be %s seconds old: %s', (claims, maxAge, expected) => {
    expect(outcome(claims, maxAge)).toBe(expected);
  });
});
