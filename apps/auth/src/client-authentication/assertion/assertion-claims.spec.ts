import { describe, expect, it } from '@jest/globals';
import type { ClientAuthenticationError } from '../client-authentication.error.js';
import { checkAssertionClaims } from './assertion-claims.js';

const NOW = 1_800_000_000;
const ISSUER = 'https://bank.example.com';
const TOKEN = `${ISSUER}/connect/token`;
const RULES = { audiences: [ISSUER, TOKEN], isIssuerRequired: false, maxLifetimeSeconds: 600, now: NOW };
const CLAIMS = { aud: ISSUER, exp: NOW + 60 };

function check(changes: object, rules: object = {}): string | number {
  try {
    return checkAssertionClaims({ ...CLAIMS, ...changes }, { ...RULES, ...rules });
  } catch (error) {
    return (error as ClientAuthenticationError).reason;
  }
}

describe('the times of an assertion', () => {
  it.each<[object, string | number]>([
    [{}, NOW + 60],
    [{ exp: NOW - 29 }, NOW - 29],
    [{ exp: NOW - 30 }, 'expired'],
    [{ exp: NOW + 630 }, NOW + 630],
    [{ exp: NOW + 631 }, 'wrong-expiry'],
    [{ exp: undefined }, 'wrong-expiry'],
    [{ exp: String(NOW + 60) }, 'wrong-expiry'],
    [{ exp: null }, 'wrong-expiry'],
    [{ nbf: NOW + 30, iat: NOW + 30 }, NOW + 60],
    [{ nbf: NOW + 31 }, 'not-yet-valid'],
    [{ iat: NOW + 31 }, 'not-yet-valid'],
    [{ nbf: 'now' }, 'not-yet-valid'],
    [{ iat: NOW - 86_400, nbf: NOW - 86_400 }, NOW + 60],
  ])('validates exp, nbf and iat %j: %s', (changes, result) => {
    expect(check(changes)).toBe(result);
  });
});

describe('the audience of an assertion', () => {
  it.each<[unknown, string | number]>([
    [ISSUER, NOW + 60],
    [TOKEN, NOW + 60],
    [['https://other.example.com', ISSUER], NOW + 60],
    ['https://other.example.com', 'wrong-audience'],
    [`${ISSUER}/`, 'wrong-audience'],
    [[], 'wrong-audience'],
    [[[ISSUER]], 'wrong-audience'],
    [undefined, 'wrong-audience'],
    [{ [ISSUER]: true }, 'wrong-audience'],
  ])('validates aud %j: %s', (aud, result) => {
    expect(check({ aud })).toBe(result);
  });

  it.each<[unknown, string | number]>([
    [ISSUER, NOW + 60],
    [TOKEN, 'wrong-audience'],
    [[ISSUER], 'wrong-audience'],
  ])('validates aud of a FAPI 2.0 client %j: %s', (aud, result) => {
    expect(check({ aud }, { isIssuerRequired: true })).toBe(result);
  });
});
