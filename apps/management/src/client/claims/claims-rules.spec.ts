import { describe, expect, it } from '@jest/globals';
import { findClaimsViolations, RESERVED_TOKEN_CLAIMS } from './claims-rules.js';

const getPointers = (claims: unknown) => findClaimsViolations(claims).map(({ pointer }) => pointer);

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

describe('the claims of a client', () => {
  it.each([[{}], [{ tenant: 'acme', plan: ['gold'], limits: { rate: 1.5, burst: null }, 'https://example.com/a': true, a: nest(16) }]])(
    'can be %j',
    (claims) => {
      expect(getPointers(claims)).toEqual([]);
    },
  );

  it.each(RESERVED_TOKEN_CLAIMS)('cannot be %s, which the server sets', (name) => {
    expect(getPointers(JSON.parse(`{"${name}":1,"tenant":1}`))).toEqual([`/${name}`]);
  });

  it.each([null, [], 'a', 7])('cannot be %j', (claims) => {
    expect(getPointers(claims)).toEqual(['']);
  });

  it('have storable names and values, nested at most 16 deep', () => {
    const claims = { '': 1, 'a\0': 1, ['x'.repeat(129)]: 1, nul: ['\0'], half: { '\ud800': 1 }, large: 2 ** 53, deep: nest(17) };

    expect(getPointers(claims)).toEqual([
      '/',
      '/a\0',
      `/${'x'.repeat(129)}`,
      '/nul/0',
      '/half/\ud800',
      '/large',
      `/deep${'/0'.repeat(16)}`,
    ]);
  });

  it('are at most 75', () => {
    const claims = (count: number) => Object.fromEntries(Array.from({ length: count }, (_none, n) => [`c${n}`, n]));

    expect([getPointers(claims(75)), findClaimsViolations(claims(76))]).toEqual([
      [],
      [{ pointer: '', detail: 'must have at most 75 claims, not 76' }],
    ]);
  });

  it('have at most 8192 bytes of JSON in UTF-8', () => {
    const claims = (bytes: number) => ({ a: 'ä'.repeat((bytes - '{"a":""}'.length) / 2) });

    expect([getPointers(claims(8_192)), findClaimsViolations(claims(8_194))]).toEqual([
      [],
      [{ pointer: '', detail: 'must have at most 8192 bytes as JSON, not 8194' }],
    ]);
  });
});
