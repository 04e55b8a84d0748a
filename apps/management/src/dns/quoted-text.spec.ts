import { describe, expect, it } from '@jest/globals';
import { quote, unquote } from './quoted-text.js';

describe('quote and unquote', () => {
  it.each([
    ['"plain"', 'plain'],
    ['plain', 'plain'],
    ['"one" "two"', 'onetwo'],
    ['"say \\"hello\\""', 'say "hello"'],
    ['"a\\\\b"', 'a\\b'],
    ['"a\\092b\\032c"', 'a\\b c'],
    ['""', ''],
  ])('parse %s as %j', (text, value) => {
    expect(unquote(text)).toBe(value);
  });

  it.each(['plain', 'say "hello"', 'a\\b', ''])('restore %j', (text) => {
    expect(unquote(quote(text))).toBe(text);
  });
});
