import { describe, expect, it } from '@jest/globals';
import { clientCredentialsScope, grantClientCredentialsScope, isScope, OPENID_SCOPES, findScopeViolation, splitScope } from './scope.js';

const STRING = 'must be a string';
const LENGTH = 'must be 1 to 128 characters long';
const GRAMMAR = 'must be scope tokens separated by single spaces: visible ASCII characters without " and \\';

describe('findScopeViolation', () => {
  it.each(['a', 'orders:read', 'orders:read orders:write', '! # [ ] ~', 'https://api.example.com/orders', 'a a', 'x'.repeat(128)])(
    'accepts scope tokens separated by single spaces: %j',
    (scope) => {
      expect(findScopeViolation(scope)).toBeNull();
    },
  );

  it.each<[unknown, string]>([
    [undefined, STRING],
    [null, STRING],
    [7, STRING],
    [['a'], STRING],
    ['', LENGTH],
    ['x'.repeat(129), LENGTH],
    [' ', GRAMMAR],
    [' a', GRAMMAR],
    ['a ', GRAMMAR],
    ['a  b', GRAMMAR],
    ['a\tb', GRAMMAR],
    ['a\nb', GRAMMAR],
    ['a\n', GRAMMAR],
    ['a\u00a0b', GRAMMAR],
    ['"a"', GRAMMAR],
    [String.raw`a\b`, GRAMMAR],
    ['caf\u00e9', GRAMMAR],
    ['a\u0000', GRAMMAR],
    ['a\u007f', GRAMMAR],
  ])('rejects %j', (scope, violation) => {
    expect(findScopeViolation(scope)).toBe(violation);
  });

  it('accepts exactly the characters of RFC 6749 section 3.3 as scope tokens', () => {
    const characters = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));

    const accepted = characters.filter(isScope).join('');

    // %x21 / %x23-5B / %x5D-7E
    expect(accepted).toBe("!#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~");
  });
});

describe('splitScope', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['a', ['a']],
    ['b a b', ['b', 'a', 'b']],
  ])('splits %j', (scope, tokens) => {
    expect(splitScope(scope)).toEqual(tokens);
  });
});

describe('client credentials request without scope', () => {
  it.each([
    ['orders:read orders:write', 'orders:read orders:write'],
    ['openid orders:read profile email orders:write', 'orders:read orders:write'],
    ['openid profile email phone address offline_access', ''],
    ['openid2 OpenID', 'openid2 OpenID'],
  ])('grants a client with %j all of it in order, except the OpenID scopes: %j', (clientScope, granted) => {
    expect(clientCredentialsScope(clientScope)).toBe(granted);
  });
});

describe('client credentials request with a scope', () => {
  const CLIENT = 'openid profile orders:read orders:write orders:delete';

  it.each<[string, string | null]>([
    ['orders:read', 'orders:read'],
    ['orders:delete orders:read', 'orders:delete orders:read'],
    ['orders:read orders:read orders:write orders:read', 'orders:read orders:write'],
    ['orders:read orders:refund', null],
    ['orders', null],
    ['ORDERS:READ', null],
    ['openid', null],
    ['orders:read profile', null],
    ['offline_access', null],
    ['constructor', null],
  ])('grants for %j the scope %j', (requested, granted) => {
    expect(grantClientCredentialsScope(CLIENT, requested)).toBe(granted);
  });

  it.each([...OPENID_SCOPES])('never grants %s, which concerns a user', (scope) => {
    expect(grantClientCredentialsScope(`orders ${scope}`, `orders ${scope}`)).toBeNull();
  });
});

describe('OPENID_SCOPES', () => {
  it('contains the scopes of OpenID Connect Core', () => {
    expect([...OPENID_SCOPES]).toEqual(['openid', 'profile', 'email', 'phone', 'address', 'offline_access']);
  });
});
