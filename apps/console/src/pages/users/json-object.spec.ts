import { beforeAll, describe, expect, it } from '@jest/globals';
import { i18n } from '@lingui/core';
import { createMergePatch, findJsonError, formatObject, parseObject } from './json-object.js';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

describe('createMergePatch', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, {}],
    [{ a: 1 }, { a: 2 }, { a: 2 }],
    [{ a: 1 }, {}, { a: null }],
    [{}, { a: [1, 2] }, { a: [1, 2] }],
    [{ a: [1] }, { a: [1, 2] }, { a: [1, 2] }],
    [{ a: { x: 1, y: 2 } }, { a: { x: 1 } }, { a: { y: null } }],
    [{ a: 'text' }, { a: { x: 1 } }, { a: { x: 1 } }],
  ])('makes of %j the object %j', (stored, next, patch) => {
    expect(createMergePatch(stored, next)).toEqual(patch);
  });
});

describe('findJsonError', () => {
  it.each(['', ' ', '{}', '{ "a": 1 }'])('accepts an object, or nothing: %j', (text) => {
    expect(findJsonError(text)).toBeNull();
  });

  it.each(['[]', 'null', '1', '{ "a": ', 'a'])('rejects %j', (text) => {
    expect(findJsonError(text)).not.toBeNull();
    expect(parseObject(text)).toEqual({});
  });
});

describe('formatObject', () => {
  it('leaves the field empty for an empty object', () => {
    expect(formatObject({})).toBe('');
    expect(parseObject(formatObject({ a: [1] }))).toEqual({ a: [1] });
  });
});
