import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EXPIRY } from '@latchkey/oauth';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { getSessionLifetime, LIFETIMES } from './lifetimes.js';

const NOW_SECONDS = 1_700_000_000;

function clientWith(refreshTokenExpiry: number | null): Client {
  return { record: { client: { refreshTokenExpiry } } } as unknown as Client;
}

/** @param remainingTTL of the refresh token that the new one replaces */
function refreshTokenLifetime(client: Client, remainingTTL?: number): number {
  const entities = remainingTTL === undefined ? {} : { RotatedRefreshToken: { remainingTTL } };
  const ctx = { oidc: { entities } } as unknown as KoaContextWithOIDC;
  const lifetime = LIFETIMES?.RefreshToken;
  if (typeof lifetime !== 'function') throw new Error('the lifetime of refresh tokens is a function');
  return lifetime(ctx, {} as never, client);
}

describe('lifetime of a refresh token', () => {
  it("uses the client's lifetime, or 30 days", () => {
    expect(refreshTokenLifetime(clientWith(600))).toBe(600);
    expect(refreshTokenLifetime(clientWith(null))).toBe(EXPIRY.refreshToken);
  });

  it("keeps the rest of the replaced token's lifetime: rotation does not extend it", () => {
    expect(refreshTokenLifetime(clientWith(600), 42)).toBe(42);
    expect(refreshTokenLifetime(clientWith(600), 0)).toBe(1);
  });
});

describe('lifetime of a session', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: NOW_SECONDS * 1_000 });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    ['an hour without a user', undefined, 3_600],
    ['a day from the sign-in', NOW_SECONDS, 86_400],
    ['what is left of the day later', NOW_SECONDS - 86_000, 400],
    ['over after the day', NOW_SECONDS - 90_000, 1],
  ])('lasts %s', (_what, loginTs, seconds) => {
    expect(getSessionLifetime({ loginTs } as Parameters<typeof getSessionLifetime>[0])).toBe(seconds);
  });
});

describe('lifetime of an authorization code', () => {
  it('lasts a minute', () => {
    expect(LIFETIMES?.AuthorizationCode).toBe(60);
  });
});
