import { describe, expect, it } from '@jest/globals';
import { FederationFailure } from '../federation-failure.js';
import { readLogoutToken } from './logout-token.js';

const NOW = 1_800_000_000;
const EXPECTED = { issuer: 'https://login.example.com', clientId: 'latchkey', now: NOW };
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const CLAIMS = {
  iss: EXPECTED.issuer,
  aud: 'latchkey',
  iat: NOW,
  exp: NOW + 120,
  jti: 'one',
  sub: 'jane',
  sid: 's',
  events: { [EVENT]: {} },
};

function read(claims: Record<string, unknown>, typ: string | undefined = 'logout+jwt'): unknown {
  try {
    return readLogoutToken({ header: { alg: 'ES256', ...(typ !== undefined && { typ }) }, claims: { ...CLAIMS, ...claims } }, EXPECTED);
  } catch (error) {
    return (error as FederationFailure).reason;
  }
}

describe('a logout token', () => {
  it('says who has signed out, and of which session', () => {
    expect(read({})).toEqual({ issuer: EXPECTED.issuer, subject: 'jane', sid: 's', jti: 'one', expiresAt: NOW + 120 });
  });

  it.each([
    ['names the session alone', { sub: undefined }],
    ['names the user alone', { sid: undefined }],
    ['is for several', { aud: ['another', 'latchkey'] }],
    ['was made a moment ahead of our clock', { iat: NOW + 20 }],
    ['has expired a moment ago by our clock', { exp: NOW - 20 }],
    ['knows of other events too', { events: { [EVENT]: {}, 'https://example.com/event': {} } }],
  ])('is good that %s', (_what, claims) => {
    expect(read(claims)).toMatchObject({ jti: 'one' });
  });

  it.each([undefined, 'JWT', 'application/logout+jwt'])('may be of the type %s', (typ) => {
    expect(read({}, typ)).toMatchObject({ jti: 'one' });
  });

  it.each([
    ['is of another issuer', { iss: 'https://accounts.example.com' }, 'wrong-issuer'],
    ['names no issuer', { iss: undefined }, 'wrong-issuer'],
    ['is for another client', { aud: ['another'] }, 'wrong-audience'],
    ['is for nobody', { aud: undefined }, 'wrong-audience'],
    ['has expired', { exp: NOW - 31 }, 'expired'],
    ['never expires', { exp: undefined }, 'malformed-claims'],
    ['lives for years', { exp: NOW + 100_000_000 }, 'wrong-clock'],
    ['does not say when it was made', { iat: undefined }, 'malformed-claims'],
    ['comes from the future', { iat: NOW + 31 }, 'wrong-clock'],
    ['names nobody', { sub: undefined, sid: undefined }, 'no-subject'],
    ['names somebody by a number', { sub: 7 }, 'wrong-answer'],
    ['has no event', { events: undefined }, 'wrong-answer'],
    ['has another event', { events: { 'https://example.com/event': {} } }, 'wrong-answer'],
    ['has an event that is no object', { events: { [EVENT]: true } }, 'wrong-answer'],
    ['has a list of events', { events: [EVENT] }, 'wrong-answer'],
    ['has a nonce, as id tokens have', { nonce: 'x' }, 'wrong-answer'],
    ['has no name of its own', { jti: undefined }, 'wrong-answer'],
  ])('is refused that %s', (_what, claims, reason) => {
    expect(read(claims)).toBe(reason);
  });

  it('is refused that is of another type', () => {
    expect([read({}, 'at+jwt'), read({}, 'secevent+jwt')]).toEqual(['wrong-answer', 'wrong-answer']);
  });
});
