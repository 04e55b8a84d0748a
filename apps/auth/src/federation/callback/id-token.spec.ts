import { describe, expect, it } from '@jest/globals';
import type { FederationFailure } from '../federation-failure.js';
import { checkIdToken, type ExpectedIdToken } from './id-token.js';

const NOW = 1_800_000_000;
const EXPECTED: ExpectedIdToken = {
  issuer: 'https://login.example.com',
  clientId: 'latchkey',
  nonce: 'a-nonce',
  requireNonce: true,
  maxAge: null,
  now: NOW,
};
const CLAIMS = { iss: 'https://login.example.com', aud: 'latchkey', sub: 'jane', nonce: 'a-nonce', iat: NOW, exp: NOW + 60 };

function outcome(claims: object, expected: Partial<ExpectedIdToken> = {}): string {
  try {
    return checkIdToken({ ...CLAIMS, ...claims }, { ...EXPECTED, ...expected });
  } catch (error) {
    return (error as FederationFailure).reason;
  }
}

describe('checkIdToken', () => {
  it.each([
    [{}, 'jane'],
    [{ aud: ['latchkey'] }, 'jane'],
    [{ aud: ['latchkey', 'other'], azp: 'latchkey' }, 'jane'],
    [{ aud: ['latchkey', 'other'] }, 'wrong-audience'],
    [{ aud: ['other'], azp: 'latchkey' }, 'wrong-audience'],
    [{ azp: 'other' }, 'wrong-audience'],
    [{ iss: 'https://login.example.com/' }, 'wrong-issuer'],
    [{ nonce: 'another' }, 'wrong-nonce'],
    [{ nonce: undefined }, 'wrong-nonce'],
    [{ nonce: null }, 'wrong-nonce'],
    [{ sub: '' }, 'no-subject'],
  ])('validates %j: %s', (claims, expected) => {
    expect(outcome(claims)).toBe(expected);
  });

  it.each([
    [{ nonce: undefined }, 'jane'],
    [{ nonce: null }, 'jane'],
    [{ nonce: 'a-nonce' }, 'jane'],
    [{ nonce: 'another' }, 'wrong-nonce'],
    [{ nonce: '' }, 'wrong-nonce'],
  ])('validates %j without a required nonce: %s', (claims, expected) => {
    expect(outcome(claims, { requireNonce: false })).toBe(expected);
  });
});
