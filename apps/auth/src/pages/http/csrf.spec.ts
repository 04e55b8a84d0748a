import { describe, expect, it } from '@jest/globals';
import { isCsrfSafe } from './csrf.js';

const ISSUER = 'https://login.example.com';
const TOKEN = 'the-token-of-this-interaction';

const isAccepted = (headers: Record<string, string>, csrf: unknown = TOKEN) =>
  isCsrfSafe({ headers, csrf }, { csrf: TOKEN, issuer: ISSUER });

describe('isCsrfSafe', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin', origin: ISSUER }],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }],
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ origin: ISSUER }],
    [{ origin: 'null' }],
    [{}],
  ])('accepts %j with the token', (headers) => {
    expect(isAccepted(headers)).toBe(true);
    expect(isAccepted(headers, 'another-token')).toBe(false);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site', origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site', origin: ISSUER }],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://evil.example.com' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ 'sec-fetch-site': '' }],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example.com' }],
    [{ origin: 'https://evil.example.com' }],
    [{ origin: 'http://login.example.com' }],
    [{ origin: 'https://login.example.com:8443' }],
    [{ origin: 'https://login.example.com.evil.example' }],
    [{ origin: '' }],
  ])('rejects %j despite the token', (headers) => {
    expect(isAccepted(headers)).toBe(false);
  });

  it.each([undefined, null, '', 0, true, [TOKEN], { length: 1 }, `${TOKEN} `, TOKEN.toUpperCase()])('rejects the token %j', (csrf) => {
    expect(isCsrfSafe({ headers: {}, csrf }, { csrf: TOKEN, issuer: ISSUER })).toBe(false);
  });

  it('rejects a form if no token was issued', () => {
    expect(isCsrfSafe({ headers: {}, csrf: '' }, { csrf: '', issuer: ISSUER })).toBe(false);
  });

  it("compares the issuer's origin including its port", () => {
    const expected = { csrf: TOKEN, issuer: 'http://acme.sandbox.localhost:3001' };
    expect(isCsrfSafe({ headers: { origin: 'http://acme.sandbox.localhost:3001' }, csrf: TOKEN }, expected)).toBe(true);
    expect(isCsrfSafe({ headers: { origin: 'http://other.sandbox.localhost:3001' }, csrf: TOKEN }, expected)).toBe(false);
  });
});
