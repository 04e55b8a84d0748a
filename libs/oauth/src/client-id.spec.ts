import { describe, expect, it } from '@jest/globals';
import { findClientIdViolation } from './client-id.js';

const DETAIL = 'must be 1 to 128 characters, each a letter, a digit or one of - . _ ~';

describe('findClientIdViolation', () => {
  it.each(['a', '0', '-._~', 'Billing-Service_2.0~beta', 'x'.repeat(128), 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'])(
    'accepts %j',
    (clientId) => {
      expect(findClientIdViolation(clientId)).toBeNull();
    },
  );

  it.each([
    undefined,
    null,
    7,
    ['a'],
    '',
    'x'.repeat(129),
    'a b',
    ' a',
    'a\n',
    'a/b',
    'a:b',
    'a+b',
    'a%20b',
    'a@b',
    'a"b',
    'a\u0000',
    'caf\u00e9',
    '\uff41',
  ])('rejects %j', (clientId) => {
    expect(findClientIdViolation(clientId)).toBe(DETAIL);
  });

  it('accepts exactly the unreserved characters of RFC 3986 section 2.3', () => {
    const characters = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));

    const accepted = characters.filter((character) => findClientIdViolation(character) === null).join('');

    expect(accepted).toBe('-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~');
  });
});
