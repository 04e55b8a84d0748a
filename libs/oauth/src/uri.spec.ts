import { describe, expect, it } from '@jest/globals';
import { findAbsoluteUriViolation, findOriginViolation } from './uri.js';

const ABSOLUTE = 'must be an absolute URI such as https://api.example.com or urn:example:api';
const FRAGMENT = 'must not have a fragment (#...)';
const HOST = 'must name a host as a DNS name or an IP address in its usual form';
const ORIGIN = 'must be an origin such as https://app.example.com, with only scheme, host and port';

describe('findAbsoluteUriViolation', () => {
  it.each([
    'https://api.example.com',
    'https://api.example.com/v1?tenant=7',
    'http://api.internal:8080/',
    'https://user@api.example.com/',
    'urn:example:api',
    'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    'api:orders',
    'com.example.api:/orders',
    'tag:example.com,2026:api',
  ])('accepts any absolute URI without fragment (RFC 8707 section 2): %s', (uri) => {
    expect(findAbsoluteUriViolation(uri)).toBeNull();
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, ABSOLUTE],
    ['an empty string', '', ABSOLUTE],
    ['a number', 1, ABSOLUTE],
    ['a name', 'orders', ABSOLUTE],
    ['a path', '/orders', ABSOLUTE],
    ['a scheme alone', 'urn:', ABSOLUTE],
    ['a space', 'urn:example:my api', ABSOLUTE],
    ['two values in one', 'https://a.example https://b.example', ABSOLUTE],
    ['a line break', 'urn:example:api\n', ABSOLUTE],
    ['a letter beyond ASCII', 'urn:example:\u00fc', ABSOLUTE],
    ['a quotation mark', 'urn:example:"', ABSOLUTE],
    ['a broken percent-encoding', 'urn:example:%4', ABSOLUTE],
    ['one character too many', `urn:${'a'.repeat(2_045)}`, 'must have at most 2048 characters'],
    ['a fragment', 'urn:example:api#orders', FRAGMENT],
    ['an empty fragment', 'https://api.example.com/#', FRAGMENT],
    ['no host', 'https:///orders', HOST],
    ['no authority', 'https:api.example.com', HOST],
    ['an address in disguise', 'http://0x7f.1/', HOST],
  ])('rejects %s: %j', (_what, value, violation) => {
    expect(findAbsoluteUriViolation(value)).toBe(violation);
  });
});

describe('findOriginViolation', () => {
  it.each([
    'https://app.example.com',
    'https://app.example.com:8443',
    'http://localhost:3000',
    'http://127.0.0.1:8080',
    'https://[2001:db8::7]:8443',
    'https://xn--bcher-kva.example',
    'http://intranet',
  ])('accepts what browsers send as Origin (RFC 6454 section 6.2): %s', (origin) => {
    expect(findOriginViolation(origin, 'Confidential')).toBeNull();
  });

  it.each([
    'capacitor://localhost',
    'ionic://localhost',
    'chrome-extension://aapbdbdomjkkjkaonfhkkikfgjllcleb',
    'moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc',
    'safari-web-extension://3D5C8A0E-9B1F-4C7D-8E2A-1F0B9C8D7E6F',
  ])('accepts the origin of an application or extension only for public clients: %s', (origin) => {
    expect(findOriginViolation(origin, 'Public')).toBeNull();
    expect(findOriginViolation(origin, undefined)).toBeNull();
    expect(findOriginViolation(origin, 'Confidential')).toContain('allowed for clients of type Public');
  });

  it.each<[string, unknown]>([
    ['an extension without an id', 'chrome-extension://'],
    ['an id that Chrome gives to none', 'chrome-extension://aapbdbdomjkkjkaonfhkkikfgjllclez'],
    ['a path in an extension', 'moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc/'],
    ['another host of an application', 'capacitor://app.example.com'],
    ['a port of an application', 'ionic://localhost:80'],
    ['a scheme of an application in capitals', 'Capacitor://localhost'],
    ['nothing', undefined],
    ['an empty string', ''],
    ['a list', ['https://app.example.com']],
    ['null, which every sandboxed page sends', 'null'],
    ['a wildcard', '*'],
    ['a wildcard host', 'https://*.example.com'],
    ['a host', 'app.example.com'],
    ['a trailing slash', 'https://app.example.com/'],
    ['a path', 'https://app.example.com/app'],
    ['a query', 'https://app.example.com?a=b'],
    ['a fragment', 'https://app.example.com#a'],
    ['a user name', 'https://user@app.example.com'],
    ['capitals', 'https://App.example.com'],
    ['a scheme in capitals', 'HTTPS://app.example.com'],
    ['the standard port', 'https://app.example.com:443'],
    ['the standard port of http', 'http://app.example.com:80'],
    ['an empty port', 'https://app.example.com:'],
    ['two origins', 'https://a.example https://b.example'],
    ['two hosts', 'https://a.example,b.example'],
    ['a header after it', 'https://app.example.com\r\nX-A: b'],
    ['an umlaut', 'https://b\u00fccher.example'],
    ['an encoded letter', 'https://%61pp.example.com'],
    ['an address in disguise', 'http://0x7f.1'],
    ['a private-use scheme', 'com.example.app://callback'],
    ['a file', 'file://'],
    ['web sockets', 'wss://app.example.com'],
    ['a browser extension', 'chrome-extension://abcdefghijklmnop'],
    ['a blob', 'blob:https://app.example.com'],
  ])('rejects %s: %j', (_what, value) => {
    expect(findOriginViolation(value, 'Public')).toBe(ORIGIN);
  });
});
