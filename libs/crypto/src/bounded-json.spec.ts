import { describe, expect, it } from '@jest/globals';
import { MAX_JSON_DEPTH, parseBoundedJson } from './bounded-json.js';
import { decodeJws } from './decoded-jws.js';
import { encodeJwsPart } from './signing-key.js';

const nest = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const nestObjects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('parseBoundedJson', () => {
  it.each([
    nest(MAX_JSON_DEPTH),
    nestObjects(MAX_JSON_DEPTH),
    JSON.stringify('['.repeat(100)),
    JSON.stringify({ text: '"\\"[[{'.repeat(50) }),
    JSON.stringify(Array.from({ length: 100 }, () => [{}])),
  ])('parses JSON up to the limit: %s', (text) => {
    expect(parseBoundedJson(text)).toEqual(JSON.parse(text));
  });

  it.each([nest(MAX_JSON_DEPTH + 1), nestObjects(MAX_JSON_DEPTH + 1), `{"a":"\\"","b":${nest(MAX_JSON_DEPTH)}}`, nest(100_000)])(
    'rejects JSON beyond the limit',
    (text) => {
      expect(() => parseBoundedJson(text)).toThrow(SyntaxError);
    },
  );

  it('rejects a part of a JWT beyond the limit', () => {
    const deep = Buffer.from(nestObjects(5_000)).toString('base64url');

    expect([decodeJws(`${deep}.${encodeJwsPart({})}.AA`), decodeJws(`${encodeJwsPart({})}.${deep}.AA`)]).toEqual([null, null]);
  });
});
