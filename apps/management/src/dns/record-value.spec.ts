import { describe, expect, it } from '@jest/globals';
import { enclosingNames, normalizeValue } from './record-value.js';

describe('normalizeValue', () => {
  it.each([
    ['AAAA', '2001:0DB8:0:0::1', '2001:db8::1'],
    ['A', '203.0.113.1', '203.0.113.1'],
    ['CNAME', 'Edge.Example.Net.', 'edge.example.net'],
    ['TXT', '"Kept As It Is"', 'Kept As It Is'],
    ['MX', '10 Mail.example.net.', '10 Mail.example.net.'],
    ['A', 'not an address', 'not an address'],
  ])('normalizes a value of type %s: %s becomes %s', (type, content, value) => {
    expect(normalizeValue(type, content)).toBe(value);
  });
});

describe('enclosingNames', () => {
  it('starts with the name itself and ends before the last label', () => {
    expect(enclosingNames('a.b.example.com')).toEqual(['a.b.example.com', 'b.example.com', 'example.com']);
  });
});
