import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_DEPTH, findValueViolations } from './json-value.js';

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

function findPointers(value: unknown): string[] {
  return findValueViolations(value, '/x').map(({ pointer }) => pointer);
}

describe('findValueViolations', () => {
  it.each(['', 'a', 0, -1, 9_007_199_254_740_991, -9_007_199_254_740_991, 0.1, 1e-7, true, false, null, [], {}, '\uFFFF', '\u{10FFFF}'])(
    'accepts %j at any depth',
    (value) => {
      expect(findPointers(value)).toEqual([]);
      expect(findPointers({ a: [value, { '': value }] })).toEqual([]);
    },
  );

  it.each(['\u0000', 'a\u0000b', '\ud800', '\udc00', 'a\udfffb', '\udc00\ud800', '\ud83d\ud83d\ude00'])(
    'rejects the text %j as a value or as a name',
    (text) => {
      expect(findPointers(text)).toEqual(['/x']);
      expect(findPointers(['a', [text]])).toEqual(['/x/1/0']);
      expect(findPointers({ a: { b: text } })).toEqual(['/x/a/b']);
      expect(findPointers({ a: { [text]: 1 } })).toEqual([`/x/a/${text}`]);
    },
  );

  // The results of parsing 9007199254740993, 1e400 and -1e400.
  it.each([9_007_199_254_740_992, -9_007_199_254_740_992, 1e21, Infinity, -Infinity])(
    'rejects the number %d, which was rounded',
    (number) => {
      expect(findPointers({ a: [number] })).toEqual(['/x/a/0']);
    },
  );

  it.each([
    ['arrays', (inner: unknown) => [inner]],
    ['objects', (inner: unknown) => ({ a: inner })],
    ['both', (inner: unknown) => [{ a: inner }]],
  ])(`accepts %s nested ${MAX_DEPTH} levels deep, but not deeper`, (what, wrap) => {
    const levels = what === 'both' ? 2 : 1;

    expect(findPointers(nested(MAX_DEPTH / levels, wrap))).toEqual([]);
    expect(findPointers([nested(MAX_DEPTH / levels, wrap)])).toHaveLength(1);
  });

  it('rejects arbitrarily deep nesting without harm', () => {
    const value: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);

    expect(findPointers(value)).toEqual([`/x${'/0'.repeat(MAX_DEPTH)}`]);
  });

  it('reports all errors together', () => {
    const value = { a: '\0', 'b/c': ['ok', '\ud800', 2 ** 60], '\0': '\0', d: { e: 1 } };

    expect(findPointers(value)).toEqual(['/x/a', '/x/b~1c/1', '/x/b~1c/2', '/x/\0', '/x/\0']);
  });

  it('accepts any JSON of valid text and exact numbers', () => {
    const isRounded = (value: unknown) => /e\+\d{2}|\d{16}/.test(JSON.stringify(value));
    const sound = fc.jsonValue({ maxDepth: 10, stringUnit: 'grapheme' }).filter((value) => !isRounded(value));

    fc.assert(fc.property(sound, (value) => expect(findPointers(value)).toEqual([])));
  });
});
