import { describe, expect, it } from '@jest/globals';
import { normalizeAuthorization, parseCredentials } from './credentials.js';

describe('parseCredentials', () => {
  it.each([
    ['Bearer a.b-c_d~e+f/g==', { scheme: 'bearer', token: 'a.b-c_d~e+f/g==' }],
    ['Bearer  two-spaces', { scheme: 'bearer', token: 'two-spaces' }],
    ['bEARER      many', { scheme: 'bearer', token: 'many' }],
    ['DPoP token ', { scheme: 'dpop', token: 'token' }],
  ])('parses %p into %j', (header, credentials) => {
    expect(parseCredentials(header)).toEqual(credentials);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer\ttoken',
    'Bearer a b',
    'Bearer a, Bearer b',
    'Bearer =',
    'Bearer to"ken',
    'Digest a="b"',
  ])('returns null for %p', (header) => {
    expect(parseCredentials(header)).toBeNull();
  });

  it.each([
    ['Bearer  token', 'Bearer token'],
    ['dpop   token', 'dpop token'],
    ['Digest a="b",  c', 'Digest a="b",  c'],
  ])('writes %p as %p', (header, normal) => {
    expect(normalizeAuthorization(header)).toBe(normal);
  });
});
