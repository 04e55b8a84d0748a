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

describe('readLogoutToken', () => {
  it('returns the subject and session of the token', () => {
    expect(read({})).toEqual({ issuer: EXPECTED.issuer, subject: 'jane', sid: 's', jti: 'one', expiresAt: NOW + 120 });
  });

  it.each([
    ['names only a session', { sub: undefined }],
    ['names only a user', { sid: undefined }],
    ['has several audiences', { aud: ['another', 'latchkey'] }],
    ['was issued 20 seconds in the future', { iat: NOW + 20 }],
    ['expired 20 seconds ago', { exp: NOW - 20 }],
    ['contains other events too', { events: { [EVENT]: {}, 'https://example.com/event': {} } }],
  ])('accepts a token that %s', (_what, claims) => {
    expect(read(claims)).toMatchObject({ jti: 'one' });
  });

  it.each([undefined, 'JWT', 'application/logout+jwt'])('accepts the type %s', (typ) => {
    expect(read({}, typ)).toMatchObject({ jti: 'one' });
  });

  it.each([
    ['has another issuer', { iss: 'https://accounts.example.com' }, 'wrong-issuer'],
    ['has no issuer', { iss: undefined }, 'wrong-issuer'],
    ['has another audience', { aud: ['another'] }, 'wrong-audience'],
    ['has no audience', { aud: undefined }, 'wrong-audience'],
    ['has expired', { exp: NOW - 31 }, 'expired'],
    ['has no exp', { exp: undefined }, 'malformed-claims'],
    ['expires in years', { exp: NOW + 100_000_000 }, 'wrong-clock'],
    ['has no iat', { iat: undefined }, 'malformed-claims'],
    ['was issued in the future', { iat: NOW + 31 }, 'wrong-clock'],
    ['has neither sub nor sid', { sub: undefined, sid: undefined }, 'no-subject'],
    ['has a numeric sub', { sub: 7 }, 'wrong-answer'],
    ['has no events', { events: undefined }, 'wrong-answer'],
    ['has another event', { events: { 'https://example.com/event': {} } }, 'wrong-answer'],
    ['has an event that is not an object', { events: { [EVENT]: true } }, 'wrong-answer'],
    ['has a list of events', { events: [EVENT] }, 'wrong-answer'],
    ['has a nonce, like an ID token', { nonce: 'x' }, 'wrong-answer'],
    ['has no jti', { jti: undefined }, 'wrong-answer'],
  ])('rejects a token that %s', (_what, claims, reason) => {
    expect(read(claims)).toBe(reason);
  });

  it('rejects other types', () => {
    expect([read({}, 'at+jwt'), read({}, 'secevent+jwt')]).toEqual(['wrong-answer', 'wrong-answer']);
  });
});
