import { describe, expect, it } from '@jest/globals';
import { decodeRequestClaims, findRequestObjectViolation, REQUEST_OBJECT_ALGORITHMS } from './request-object.js';

const NOW = 1_800_000_000;
const RULES = { clientId: 'shop', issuer: 'https://acme.example.com', isFapi: false, now: NOW };
const CLAIMS = { iss: 'shop', client_id: 'shop', aud: RULES.issuer };

function findViolation(claims: object, { header = {}, ...rules }: { header?: object; isFapi?: boolean } = {}): string | null {
  const jws = { header: { alg: 'ES256', ...header }, claims: { ...CLAIMS, ...claims }, signingInput: '', signature: '' };
  return findRequestObjectViolation(jws, { ...RULES, ...rules });
}

describe('findRequestObjectViolation', () => {
  it.each(REQUEST_OBJECT_ALGORITHMS)('accepts the signature algorithm %s', (alg) => {
    expect(findViolation({}, { header: { alg } })).toBeNull();
  });

  it.each(['none', 'HS256', 'ES384', 'constructor', undefined])('rejects the signature algorithm %s', (alg) => {
    expect(findViolation({}, { header: { alg } })).toMatch(/^the algorithm of the request object must be one of/);
  });

  it.each<[object, RegExp | null]>([
    [{ exp: NOW + 1 }, null],
    [{ exp: NOW }, /has expired/],
    [{ nbf: NOW + 15, iat: NOW + 15 }, null],
    [{ nbf: NOW + 16 }, /not valid yet/],
    [{ iat: NOW + 16 }, /not valid yet/],
    [{ nbf: '1' }, /must be numbers/],
    [{ exp: null }, /must be numbers/],
  ])('validates the times %j: %s', (times, violation) => {
    if (violation === null) expect(findViolation(times)).toBeNull();
    else expect(findViolation(times)).toMatch(violation);
  });

  it.each<[unknown, boolean]>([
    [RULES.issuer, true],
    [['https://other.example.com', RULES.issuer], true],
    ['https://other.example.com', false],
    [`${RULES.issuer}/`, false],
    [[[RULES.issuer]], false],
    [{ [RULES.issuer]: true }, false],
    [undefined, false],
  ])('validates the audience %j: %s', (aud, isAccepted) => {
    expect(findViolation({ aud }) === null).toBe(isAccepted);
  });

  it.each<[unknown, boolean]>([
    ['oauth-authz-req+jwt', true],
    ['application/oauth-authz-req+jwt', true],
    ['JWT', true],
    [undefined, true],
    ['client-authentication+jwt', false],
    ['at+jwt', false],
    [null, false],
  ])('validates the typ %j: %s', (typ, isAccepted) => {
    expect(findViolation({}, { header: { typ } }) === null).toBe(isAccepted);
  });

  it.each<[object, boolean]>([
    [{ nbf: NOW, exp: NOW + 3_600 }, true],
    [{ nbf: NOW, exp: NOW + 3_601 }, false],
    [{ nbf: NOW }, false],
    [{ exp: NOW + 60 }, false],
  ])('validates the times %j of a FAPI 2.0 client: %s', (times, isAccepted) => {
    expect(findViolation(times, { isFapi: true }) === null).toBe(isAccepted);
  });
});

describe('decodeRequestClaims', () => {
  const objectOf = (claims: string): string => `e30.${Buffer.from(claims).toString('base64url')}.`;

  it('returns the claims without verifying the signature', () => {
    expect(decodeRequestClaims(objectOf('{"state":"a"}'))).toEqual({ state: 'a' });
  });

  it.each(['', 'garbage', 'a.b.c', objectOf('[]'), objectOf('null'), 'a.b.c.d.e'])('returns null for %j', (jwt) => {
    expect(decodeRequestClaims(jwt)).toBeNull();
  });
});
