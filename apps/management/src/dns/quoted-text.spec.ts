import { describe, expect, it } from '@jest/globals';
import { quote, unquote } from './quoted-text.js';

describe('text in presentation format', () => {
  it.each([
    ['"plain"', 'plain'],
    ['plain', 'plain'],
    ['"one" "two"', 'onetwo'],
    ['"say \\"hello\\""', 'say "hello"'],
    ['"a\\\\b"', 'a\\b'],
    ['"a\\092b\\032c"', 'a\\b c'],
    ['""', ''],
  ])('%s means %j', (text, value) => {
    expect(unquote(text)).toBe(value);
  });

  it.each(['plain', 'say "hello"', 'a\\b', ''])('brings %j back', (text) => {
    expect(unquote(quote(text))).toBe(text);
  });
});
