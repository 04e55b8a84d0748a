import { describe, expect, it } from '@jest/globals';
import { buildSetCookie, COOKIES, type CookieDefinition } from './cookies.js';

const HTTPS = { issuer: 'https://acme.example.com' };
const HTTP = { issuer: 'http://localhost:3001' };

/** @returns name and value, and the attributes in order of their names */
function parse(header: string): [string, string[]] {
  const [pair = '', ...attributes] = header.split('; ');
  return [pair, attributes.toSorted()];
}

describe('cookie prefixes', () => {
  it("keep sibling hosts from setting this host's cookies", () => {
    expect(Object.entries(COOKIES).map(([key, { prefix }]) => [key, prefix])).toEqual([
      ['browser', '__Host-'],
      ['federation', '__Host-'],
      ['knownBrowser', '__Host-'],
      ['knownAccounts', '__Host-'],
      ['interactionData', '__Secure-'],
      ['flashMessage', '__Secure-'],
      ['rememberedMethod', '__Host-'],
      ['language', '__Host-'],
      ['postLogoutRedirect', ''],
    ]);
  });
});

describe.each<[string, CookieDefinition]>(Object.entries(COOKIES))('the cookie %s', (_key, cookie) => {
  it('sets the cookie HttpOnly, SameSite=Lax, Secure, and for its host only', () => {
    const [pair, attributes] = parse(buildSetCookie(HTTPS, cookie, { value: 'x', path: '/page' }));

    expect(pair).toBe(`${cookie.prefix}${cookie.name}=x`);
    expect(attributes).toEqual(['HttpOnly', `Max-Age=${cookie.maxAgeSeconds}`, 'Path=/page', 'SameSite=Lax', 'Secure']);
  });

  it('sets the cookie over http without Secure, by a name that applications on other ports do not use', () => {
    const [pair, attributes] = parse(buildSetCookie(HTTP, cookie, { value: 'x' }));

    expect(pair).toBe(`latchkey_${cookie.name}=x`);
    expect(attributes).toEqual(['HttpOnly', `Max-Age=${cookie.maxAgeSeconds}`, 'Path=/', 'SameSite=Lax']);
  });
});
