import { describe, expect, it } from '@jest/globals';
import { applyPatch, listChangedNames, MAX_NAME_LENGTH, MAX_ATTRIBUTES, findPatchViolations } from './attributes.js';
import type { JsonObject } from './merge-patch.js';

const STORED = { preferred_username: 'jane.doe@example.com', name: 'Jane Doe' };

function findPointers(patch: JsonObject, stored: JsonObject = STORED): string[] {
  return findPatchViolations(patch, stored).map(({ pointer }) => pointer);
}

/** Several attributes with unique names. */
function createAttributes(count: number, prefix = 'a'): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_none, n) => [`${prefix}${n}`, n]));
}

/** The result of JSON.parse: `__proto__` is an own property. */
function parseJson(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}

describe('patch of a user', () => {
  it.each<[string, JsonObject]>([
    ['a string', { a: 'text' }],
    ['an empty string', { a: '' }],
    ['an integer', { a: -7 }],
    ['an integer with a fraction of zero', parseJson('{"a":1.0}')],
    ['the largest integer', { a: 9_007_199_254_740_991 }],
    ['a boolean', { a: true }],
    ['an array', { a: [1, 'b', null, 0.5, { c: null }] }],
    ['an object', { a: { b: 0.5, c: null } }],
    ['null', { a: null, email: null, name: null, phone_number_verified: null }],
    ['nothing', {}],
    ['whether the user is active', { active: false }],
    ['reserved claims', { iss: 'a', aud: ['b'], exp: 1, iat: 1, auth_time: 1, nonce: 'c', acr: 'd', amr: ['e'] }],
    ['an address, which is of a scope without types', { address: { country: 'DE' } }],
    ['names that mean something to JavaScript', parseJson('{"__proto__":{"a":1},"constructor":"b","toString":"c","hasOwnProperty":1}')],
    [
      'names of any characters',
      { 'a b': 1, 'ü/~': 2, '\u{1F600}': 3, 'https://example.com/claim': 4, 'family_name#ja-Kana-JP': 'ヤマダ', ' ': 5 },
    ],
    ['a name of the greatest length', { ['x'.repeat(MAX_NAME_LENGTH)]: 1, ['\u{1F600}'.repeat(MAX_NAME_LENGTH)]: 2 }],
    ['names that are like those that are ours', { Sub: 'a', SUB: 'b', identity_provider: 'c', Active: 1, Preferred_Username: 'd' }],
  ])('accepts %s', (_what, patch) => {
    expect(findPatchViolations(patch, STORED)).toEqual([]);
  });

  it.each([
    ['preferredUsername', 'preferred_username'],
    ['givenName', 'given_name'],
    ['emailVerified', 'email_verified'],
    ['phoneNumberVerified', 'phone_number_verified'],
    ['updatedAt', 'updated_at'],
  ])('rejects the name %s, which means %s', (name, meant) => {
    expect(findPatchViolations({ [name]: 'x' }, STORED)).toEqual([
      { pointer: `/${name}`, detail: `is not the name of an attribute. Did you mean ${meant}?` },
    ]);
    expect(findPatchViolations({ [name]: null }, { ...STORED, [name]: 'stored before' })).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ['a fraction', { a: 1.5 }, '/a'],
    ['a number that is too large', { a: 9_007_199_254_740_992 }, '/a'],
    ['a number beyond all', parseJson('{"a":1e400}'), '/a'],
    ['the sub', { sub: 'b' }, '/sub'],
    ['the sub as it is', { sub: null }, '/sub'],
    ['the identity provider', { identityProvider: 'google' }, '/identityProvider'],
    ['the time of creation', { createdAt: '2026-01-31T00:00:00Z' }, '/createdAt'],
    ['the time of the last sign-in', { lastSignInAt: 1 }, '/lastSignInAt'],
    ['the identity provider, to remove it', { identityProvider: null }, '/identityProvider'],
    ['no truth about being active', { active: 'true' }, '/active'],
    ['null about being active', { active: null }, '/active'],
    ['no username', { preferred_username: null }, '/preferred_username'],
    ['a short username', { preferred_username: 'jane' }, '/preferred_username'],
    ['an empty name', { name: '' }, '/name'],
    ['a claim of the wrong type', { email_verified: 'yes' }, '/email_verified'],
    ['an object for a claim with another type', { birthdate: { year: 1984 } }, '/birthdate'],
    ['an attribute without a name', { '': 1 }, '/'],
    ['a name that is too long', { ['x'.repeat(MAX_NAME_LENGTH + 1)]: 1 }, `/${'x'.repeat(MAX_NAME_LENGTH + 1)}`],
    ['a name that is too long, to remove it', { ['x'.repeat(MAX_NAME_LENGTH + 1)]: null }, `/${'x'.repeat(MAX_NAME_LENGTH + 1)}`],
    ['NUL in a name', { 'a\0': 1 }, '/a\0'],
    ['a line break in a name', { 'a\nb': 1 }, '/a\nb'],
    ['a control character in a name', { 'a\u009f': 1 }, '/a\u009f'],
    ['half of a surrogate pair in a name', { 'a\ud800': 1 }, '/a\ud800'],
    ['NUL deep in a value', { a: { b: ['\0'] } }, '/a/b/0'],
  ])('rejects %s', (_what, patch, pointer) => {
    expect(findPointers(patch)).toEqual([pointer]);
  });

  it('reports all errors together', () => {
    const patch = { ok: 1, sub: 'x', active: 1, email: 'nobody', a: 0.5, 'b/c': { d: '\0', e: ['\ud800'] }, '': 1 };

    expect(findPointers(patch)).toEqual(['/sub', '/active', '/email', '/a', '/b~1c/d', '/b~1c/e/0', '/']);
  });
});

describe(`limit of ${MAX_ATTRIBUTES} attributes`, () => {
  it('excludes only sub, preferred_username and name', () => {
    expect(findPointers(createAttributes(MAX_ATTRIBUTES - 2))).toEqual([]);
    expect(findPointers(createAttributes(MAX_ATTRIBUTES - 1))).toEqual(['']);
  });

  it('applies to the result of the patch', () => {
    const full = { ...STORED, ...createAttributes(MAX_ATTRIBUTES - 2) };

    expect(findPointers({ a0: 'other', a1: 'other' }, full)).toEqual([]);
    expect(findPointers({ b0: 'new' }, full)).toEqual(['']);
    expect(findPointers({ b0: 'new', a0: null }, full)).toEqual([]);
    expect(findPointers({ b0: 'new', b1: null }, full)).toEqual(['']);
    expect(findPointers({ active: false }, full)).toEqual([]);
    expect(findPointers({ name: null, b0: {} }, full)).toEqual([]);
  });

  it('is reported together with other errors', () => {
    expect(findPointers({ ...createAttributes(MAX_ATTRIBUTES), email: 1, sub: 2 })).toEqual(['/email', '/sub', '']);
  });
});

describe('applyPatch', () => {
  it('changes only the properties in the patch', () => {
    const before = {
      active: true,
      attributes: { ...STORED, nickname: 'JD', roles: ['a'], address: { country: 'DE', locality: 'Berlin' } },
    };

    const after = applyPatch(before, { nickname: null, roles: ['b'], address: { locality: null, region: 'Bavaria' }, n: 1 });

    expect(after).toEqual({ active: true, attributes: { ...STORED, roles: ['b'], address: { country: 'DE', region: 'Bavaria' }, n: 1 } });
    expect(listChangedNames(before, after)).toEqual(['address', 'n', 'nickname', 'roles']);
  });

  it('sets whether the user is active, which is not an attribute', () => {
    const before = { active: true, attributes: STORED };

    const after = applyPatch(before, { active: false, a: 1 });

    expect(after).toEqual({ active: false, attributes: { ...STORED, a: 1 } });
    expect(listChangedNames(before, after)).toEqual(['a', 'active']);
  });

  it.each<[JsonObject]>([[{}], [{ active: true }], [{ name: 'Jane Doe' }], [{ nobody: null }], [{ o: { a: [1], b: {} } }]])(
    'changes nothing with %j, which is the current value',
    (patch) => {
      const before = { active: true, attributes: { ...STORED, o: { b: {}, a: [1] } } };

      expect(listChangedNames(before, applyPatch(before, patch))).toEqual([]);
    },
  );

  it('treats special names as ordinary ones', () => {
    const before = { active: true, attributes: STORED };

    const after = applyPatch(before, parseJson('{"__proto__":{"polluted":1},"constructor":"c","toString":"t"}'));

    expect(JSON.stringify(after.attributes)).toBe(
      '{"preferred_username":"jane.doe@example.com","name":"Jane Doe","__proto__":{"polluted":1},"constructor":"c","toString":"t"}',
    );
    expect(listChangedNames(before, after)).toEqual(['__proto__', 'constructor', 'toString']);
    expect({}).not.toHaveProperty('polluted');
  });
});
