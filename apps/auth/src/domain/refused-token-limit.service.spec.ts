import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AuthSettings } from '@latchkey/config';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { ClientAddressService } from './client-address.service.js';
import { MAX_REFUSED_TOKENS, RefusedTokenLimitService } from './refused-token-limit.service.js';
import { TooManyRefusedTokensError } from './too-many-refused-tokens.error.js';

const DOMAIN = 'shop.example.com';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function requestFrom(address: string): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { address });
}

function createLimits(RATE_LIMIT: AuthSettings['RATE_LIMIT'] = 'on'): RefusedTokenLimitService {
  const addresses = { of: (request: IncomingMessage & { address?: string }) => request.address! } as unknown as ClientAddressService;
  return new RefusedTokenLimitService({ RATE_LIMIT }, addresses);
}

function refuse(limits: RefusedTokenLimitService, times: number, address = '192.0.2.1'): void {
  for (let count = 0; count < times; count += 1) limits.record(requestFrom(address), DOMAIN);
}

describe('RefusedTokenLimitService', () => {
  it('limits the refused tokens of an address for a minute, in one domain', () => {
    const limits = createLimits();
    refuse(limits, MAX_REFUSED_TOKENS - 1);
    expect(() => limits.check(requestFrom('192.0.2.1'), DOMAIN)).not.toThrow();

    refuse(limits, 1);
    jest.advanceTimersByTime(20_000);

    expect(() => limits.check(requestFrom('192.0.2.1'), DOMAIN)).toThrow(new TooManyRefusedTokensError(40));
    expect(() => limits.check(requestFrom('192.0.2.2'), DOMAIN)).not.toThrow();
    expect(() => limits.check(requestFrom('192.0.2.1'), 'other.example.com')).not.toThrow();
    jest.advanceTimersByTime(40_000);
    expect(() => limits.check(requestFrom('192.0.2.1'), DOMAIN)).not.toThrow();
  });

  it('limits nothing with RATE_LIMIT=off', () => {
    const limits = createLimits('off');
    refuse(limits, MAX_REFUSED_TOKENS);

    expect(() => limits.check(requestFrom('192.0.2.1'), DOMAIN)).not.toThrow();
  });
});
