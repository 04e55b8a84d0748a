import { describe, expect, it } from '@jest/globals';
import type { FederationFailure } from '../federation-failure.js';
import { checkTokenTimes } from './token-times.js';

const NOW = 1_800_000_000;

function outcome(claims: object, maxAge: number | null): string {
  try {
    checkTokenTimes({ iat: NOW, exp: NOW + 60, ...claims }, { maxAge, now: NOW });
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
    [{ iat: '1' }, null, 'malformed-claims'],
    [{ exp: null }, null, 'malformed-claims'],
    [{ exp: NOW - 29 }, null, 'accepted'],
    [{ exp: NOW - 30 }, null, 'expired'],
    [{ nbf: null, auth_time: null }, null, 'accepted'],
    [{ nbf: NOW + 31 }, null, 'wrong-clock'],
    [{ nbf: 'soon' }, null, 'malformed-claims'],
    [{ auth_time: 'once' }, null, 'accepted'],
    [{ auth_time: null }, 600, 'too-long-ago'],
    [{ auth_time: NOW - 630 }, 600, 'accepted'],
    [{ auth_time: NOW - 631 }, 600, 'too-long-ago'],
    [{ auth_time: NOW + 31 }, null, 'accepted'],
    [{ auth_time: NOW + 30 }, 600, 'accepted'],
    [{ auth_time: NOW + 31 }, 600, 'wrong-clock'],
    [{ auth_time: NOW + 31 }, 0, 'wrong-clock'],
    [{}, 600, 'too-long-ago'],
  ])('checks %j for a max_age of %s: %s', (claims, maxAge, expected) => {
    expect(outcome(claims, maxAge)).toBe(expected);
  });
});
