import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { getRequestHost, normalizeToOriginForm, createForwardedHostTrust, createPeerTrust } from './host.js';

const nobody = createPeerTrust(0);
const everybody = createPeerTrust(1);

function requestFrom(remoteAddress: string | undefined, headers: Record<string, string | string[]>): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  for (const [name, value] of Object.entries(headers)) {
    request.rawHeaders.push(...[value].flat().flatMap((text) => [name, text]));
    request.headers[name] = [value].flat()[0];
  }
  return request;
}

describe('getRequestHost', () => {
  it.each([
    ['acme.example.com', 'acme.example.com'],
    ['ACME.Example.COM', 'acme.example.com'],
    ['acme.example.com:3001', 'acme.example.com'],
    ['acme.example.com:65535', 'acme.example.com'],
    ['xn--bcher-kva.example.com', 'xn--bcher-kva.example.com'],
    ['a', 'a'],
    ['a-b.example.com', 'a-b.example.com'],
    // RFC 1034 section 3.1; RFC 3986 section 3.2.3.
    ['acme.example.com.', 'acme.example.com'],
    ['ACME.example.com.:3001', 'acme.example.com'],
    ['acme.example.com:', 'acme.example.com'],
    ['127.0.0.1:80', '127.0.0.1'],
    [`${'a'.repeat(253)}`, 'a'.repeat(253)],
  ])('returns the lower-case name without a port: %s', (host, name) => {
    expect(getRequestHost(requestFrom('192.0.2.1', { host }), nobody)).toBe(name);
  });

  it.each([
    '',
    ' ',
    '.',
    'acme.example.com..',
    '.acme.example.com',
    '-acme.example.com',
    'acme.example.com-',
    'acme.example.com:port',
    'acme.example.com:123456',
    'acme.example.com:80:80',
    'user@acme.example.com',
    'acme.example.com/path',
    'acme.example.com\\path',
    'acme.example.com?query',
    'acme.example.com#fragment',
    'acme example.com',
    'acme.example.com, other.example.com',
    'acme_example.com',
    '*.example.com',
    '%61cme.example.com',
    '[::1]',
    '[::1]:3001',
    '::1',
    'b\u00fccher.example.com',
    'ac\u00adme.example.com',
    'acme.example.com\u00a0',
    'a'.repeat(254),
    'acme.example.com\n',
    '__proto__',
  ])('returns null for an invalid name: "%s"', (host) => {
    expect(getRequestHost(requestFrom('192.0.2.1', { host }), nobody)).toBeNull();
  });

  it('returns null without a Host header, and with two of them', () => {
    expect(getRequestHost(requestFrom('192.0.2.1', {}), nobody)).toBeNull();
    expect(getRequestHost(requestFrom('192.0.2.1', { host: ['acme.example.com', 'other.example.com'] }), nobody)).toBeNull();
    expect(getRequestHost(requestFrom('192.0.2.1', { host: ['acme.example.com', 'acme.example.com'] }), nobody)).toBeNull();
  });
});

describe('request targets in absolute form', () => {
  function brought(url: string, host: string | string[] = 'acme.example.com') {
    const request = Object.assign(requestFrom('192.0.2.1', { host }), { url });
    normalizeToOriginForm(request);
    return { url: request.url, host: getRequestHost(request, nobody) };
  }

  it.each([
    ['http://other.example.com/connect/token?x=http://third.example', '/connect/token?x=http://third.example', 'other.example.com'],
    ['HTTPS://Other.Example.com:8443/a/../b', '/a/../b', 'other.example.com'],
    ['http://other.example.com', '/', 'other.example.com'],
    ['http://other.example.com?x=1', '/?x=1', 'other.example.com'],
    ['http://user@other.example.com/', '/', null],
    ['http:///path', '/path', null],
    ['/connect/token?x=http://other.example.com/', '/connect/token?x=http://other.example.com/', 'acme.example.com'],
    ['//other.example.com/path', '//other.example.com/path', 'acme.example.com'],
    ['*', '*', 'acme.example.com'],
  ])('uses the host of an absolute request target, and keeps only path and query: %s', (url, expected, host) => {
    expect(brought(url)).toEqual({ url: expected, host });
  });

  it('uses no host from two Host headers', () => {
    expect(brought('http://acme.example.com/', ['acme.example.com', 'acme.example.com'])).toEqual({ url: '/', host: null });
  });
});

describe('X-Forwarded-Host', () => {
  const headers = { host: 'proxied.internal', 'x-forwarded-host': 'Acme.example.com:443' };
  const networks = createPeerTrust(['10.0.0.0/8', 'loopback', '2001:db8::/32']);

  it.each([
    [nobody, '127.0.0.1', 'proxied.internal'],
    [everybody, '192.0.2.1', 'acme.example.com'],
    [networks, '10.255.0.1', 'acme.example.com'],
    [networks, '::ffff:10.1.2.3', 'acme.example.com'],
    [networks, '127.0.0.1', 'acme.example.com'],
    [networks, '::1', 'acme.example.com'],
    [networks, '2001:db8::1', 'acme.example.com'],
    [networks, '11.0.0.1', 'proxied.internal'],
    [networks, '2001:db9::1', 'proxied.internal'],
    [networks, undefined, 'proxied.internal'],
  ])('accepts X-Forwarded-Host from trusted peers only (%#)', (trusts, peer, name) => {
    expect(getRequestHost(requestFrom(peer, headers), trusts)).toBe(name);
  });

  it('ignores X-Forwarded-Host unless TRUST_FORWARDED_HOST is on', () => {
    const [off, on] = (['off', 'on'] as const).map((TRUST_FORWARDED_HOST) =>
      createForwardedHostTrust({ TRUST_FORWARDED_HOST, TRUST_PROXY: 1 }),
    );

    expect([off, on].map((trusts) => getRequestHost(requestFrom('10.0.0.1', headers), trusts!))).toEqual([
      'proxied.internal',
      'acme.example.com',
    ]);
  });

  it.each(['', undefined])('accepts X-Forwarded-Host only if there is one: "%s"', (forwarded) => {
    expect(getRequestHost(requestFrom('10.0.0.1', { host: 'acme.example.com', 'x-forwarded-host': forwarded ?? [] }), everybody)).toBe(
      'acme.example.com',
    );
  });

  it.each(['acme.example.com, other.example.com', 'acme.example.com,', '[::1]', 'a b', 'https://acme.example.com'])(
    'returns no host unless the value of X-Forwarded-Host is a single name: "%s"',
    (forwarded) => {
      expect(getRequestHost(requestFrom('10.0.0.1', { host: 'acme.example.com', 'x-forwarded-host': forwarded }), everybody)).toBeNull();
    },
  );

  it('ignores Forwarded and all other such headers', () => {
    const request = requestFrom('10.0.0.1', { host: 'acme.example.com', forwarded: 'host=evil.example', 'x-host': 'evil.example' });

    expect(getRequestHost(request, everybody)).toBe('acme.example.com');
  });
});
