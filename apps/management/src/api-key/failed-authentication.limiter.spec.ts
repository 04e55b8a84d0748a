import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Problem } from '@latchkey/problem';
import { MAX_WRONG_KEYS, FailedAuthenticationLimiter } from './failed-authentication.limiter.js';

const START = Date.UTC(2026, 0, 31);

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { headers, socket: { remoteAddress }, connection: { remoteAddress } } as unknown as IncomingMessage;
}

/** @returns the wait in seconds after this many wrong keys; null if no limit was reached */
function countTimes(keys: FailedAuthenticationLimiter, times: number, request = from('192.0.2.1')): string | null {
  for (let time = 1; time < times; time += 1) attempt(keys, request);
  return attempt(keys, request);
}

function attempt(keys: FailedAuthenticationLimiter, request: IncomingMessage): string | null {
  try {
    keys.count(request);
    return null;
  } catch (error) {
    expect(error).toMatchObject({ kind: 'too-many-requests' });
    return (error as Problem).headers['Retry-After'] ?? '';
  }
}

beforeEach(() => {
  jest.useFakeTimers({ now: START });
});

afterEach(() => {
  jest.useRealTimers();
});

describe('FailedAuthenticationLimiter', () => {
  const counter = (settings: Partial<ConstructorParameters<typeof FailedAuthenticationLimiter>[0]> = {}) =>
    new FailedAuthenticationLimiter({ TRUST_PROXY: 0, RATE_LIMIT: 'on', ...settings });

  it('rejects wrong keys beyond a number of them, until the window ends', () => {
    const keys = counter();

    expect(countTimes(keys, MAX_WRONG_KEYS)).toBeNull();
    jest.advanceTimersByTime(20_500);
    expect(attempt(keys, from('192.0.2.1'))).toBe('40');
    jest.advanceTimersByTime(39_500);
    expect(countTimes(keys, MAX_WRONG_KEYS)).toBeNull();
    expect(attempt(keys, from('192.0.2.1'))).toBe('60');
  });

  it('counts by address, and by network for IPv6', () => {
    const keys = counter();

    expect(countTimes(keys, MAX_WRONG_KEYS + 1)).toBe('60');
    expect(attempt(keys, from('192.0.2.2'))).toBeNull();
    expect(countTimes(keys, MAX_WRONG_KEYS, from('2001:db8::1'))).toBeNull();
    expect(attempt(keys, from('2001:db8::2'))).toBe('60');
  });

  it('counts by the address that a trusted proxy names, whatever the client claims', () => {
    const keys = counter({ TRUST_PROXY: 1 });
    for (let key = 1; key <= MAX_WRONG_KEYS; key += 1) attempt(keys, from('10.0.0.1', `203.0.113.${key}, 198.51.100.7`));

    expect(attempt(keys, from('10.0.0.1', '198.51.100.7'))).toBe('60');
    expect(attempt(keys, from('10.0.0.1', '198.51.100.8'))).toBeNull();
  });

  it('uses bounded memory for any number of addresses', () => {
    const keys = counter();
    countTimes(keys, MAX_WRONG_KEYS + 1);

    for (let address = 0; address < 10_000; address += 1)
      attempt(keys, from(`10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`));

    expect(attempt(keys, from('192.0.2.1'))).toBeNull();
  });

  it('limits nothing with RATE_LIMIT=off', () => {
    expect(countTimes(counter({ RATE_LIMIT: 'off' }), 100)).toBeNull();
  });
});
