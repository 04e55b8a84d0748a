import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isLoopback, findRedirectUriViolation } from './uri.js';

const ABSOLUTE = 'must be an absolute URI such as https://app.example.com/callback';
const FRAGMENT = 'must not have a fragment (#...)';
const USERINFO = 'must not contain a user name or password';
const WILDCARD = 'must not have a wildcard, because it is compared exactly';
const HOST = 'must name a host as a DNS name or an IP address in its usual form';
const HTTPS = 'must use https; http is only allowed for loopback addresses';
const SCHEME = 'must use https, or a private-use scheme named after a domain such as com.example.app:/callback';
const PUBLIC_ONLY = 'must use https; private-use schemes are only allowed for clients of type Public';

/** RFC 3986 appendix A, written from the grammar instead of the code: absolute-URI, with the authority split into its parts. */
const pchar = String.raw`(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})`;
const regName = String.raw`(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*`;
const authority = String.raw`(?:(?:[A-Za-z0-9\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*@)?(?<host>\[[0-9A-Fa-f:.]+\]|${regName})(?::\d*)?`;
const path = `(?://${authority}(?:/${pchar}*)*|/(?:${pchar}+(?:/${pchar}*)*)?|${pchar}+(?:/${pchar}*)*)`;
const ABSOLUTE_URI = new RegExp(String.raw`^(?<scheme>[A-Za-z][A-Za-z0-9+\-.]*):${path}(?:\?(?:${pchar}|[/?])*)?$`);

describe('findRedirectUriViolation', () => {
  it.each([
    'https://app.example.com/callback',
    'https://app.example.com',
    'https://app.example.com/',
    'https://app.example.com:8443/callback?tenant=7&empty=',
    'https://app.example.com/a/b;c=d/(e)/~f,g/@h:i',
    'https://app.example.com/caf%C3%A9?next=%2Fhome%3Fa%3Db',
    'https://app.example.com/a?b/c?d',
    'HTTPS://APP.example.COM/Callback',
    'https://xn--bcher-kva.example/callback',
    'https://my_app.example.com/callback',
    'https://localhost/callback',
    'https://203.0.113.7/callback',
    'https://[2001:db8::7]:8443/callback',
    `https://app.example.com/${'a'.repeat(2_048 - 24)}`,
  ])('accepts https for every client: %s', (uri) => {
    expect([
      findRedirectUriViolation(uri, 'Public'),
      findRedirectUriViolation(uri, 'Confidential'),
      findRedirectUriViolation(uri, undefined),
    ]).toEqual([null, null, null]);
  });

  it.each([
    'http://127.0.0.1/callback',
    'http://127.0.0.1:51004/callback',
    'http://127.255.255.254/',
    'http://[::1]/callback',
    'http://[::1]:51004/callback',
    'http://localhost:3000/callback',
    'http://LocalHost/callback',
    'http://app.localhost:3000/callback',
  ])('accepts http for loopback hosts, for every client (RFC 8252 section 7.3): %s', (uri) => {
    expect([findRedirectUriViolation(uri, 'Public'), findRedirectUriViolation(uri, 'Confidential')]).toEqual([null, null]);
  });

  it.each([
    'com.example.app:/oauth2redirect/example-provider',
    'com.example.app:/',
    'com.example.app:callback',
    'com.example.app://callback',
    'COM.example.app:/callback?a=b',
    'org.example-company.app+beta:/callback',
  ])('accepts a private-use scheme only for public clients (RFC 8252 section 7.1): %s', (uri) => {
    expect([findRedirectUriViolation(uri, 'Public'), findRedirectUriViolation(uri, 'Confidential')]).toEqual([null, PUBLIC_ONLY]);
  });

  it('accepts a private-use scheme while the client type is unknown', () => {
    expect(findRedirectUriViolation('com.example.app:/callback', undefined)).toBeNull();
  });
});

describe('invalid redirect URIs', () => {
  it.each<[string, unknown, string]>([
    // Not a string, or not absolute.
    ['nothing', undefined, ABSOLUTE],
    ['null', null, ABSOLUTE],
    ['a number', 7, ABSOLUTE],
    ['an object that turns into one', { toString: () => 'https://app.example.com/' }, ABSOLUTE],
    ['a list', ['https://app.example.com/'], ABSOLUTE],
    ['an empty string', '', ABSOLUTE],
    ['a path', '/callback', ABSOLUTE],
    ['a relative reference', 'callback', ABSOLUTE],
    ['a network-path reference', '//app.example.com/callback', ABSOLUTE],
    ['a host', 'app.example.com', ABSOLUTE],
    ['a scheme alone', 'com.example.app:', ABSOLUTE],
    ['https alone', 'https:', ABSOLUTE],
    ['one character too many', `https://app.example.com/${'a'.repeat(2_048 - 23)}`, 'must have at most 2048 characters'],
    // Schemes that run code, show content or read files.
    ['javascript', 'javascript:alert(1)', SCHEME],
    ['javascript that looks like a host', 'javascript://app.example.com/%0Aalert(1)', SCHEME],
    ['javascript in capitals', 'JaVaScRiPt:alert(1)', SCHEME],
    ['javascript after a space', ' javascript:alert(1)', ABSOLUTE],
    ['javascript with a tab inside', 'java\tscript:alert(1)', ABSOLUTE],
    ['javascript with a line break inside', 'java\nscript:alert(1)', ABSOLUTE],
    ['javascript with a dot after it', 'javascript.:alert(1)', SCHEME],
    ['data', 'data:text/html,hello', SCHEME],
    ['data with markup', 'data:text/html,<script>alert(1)</script>', ABSOLUTE],
    ['vbscript', 'vbscript:msgbox(1)', SCHEME],
    ['blob', 'blob:https://app.example.com/8e1', SCHEME],
    ['file', 'file:///etc/passwd', SCHEME],
    ['about', 'about:blank', SCHEME],
    ['view-source', 'view-source:https://app.example.com/', SCHEME],
    ['filesystem', 'filesystem:https://app.example.com/temporary/x', SCHEME],
    ['mailto', 'mailto:someone@example.com', SCHEME],
    ['a URN', 'urn:ietf:wg:oauth:2.0:oob', SCHEME],
    ['ftp', 'ftp://app.example.com/', SCHEME],
    ['web sockets', 'wss://app.example.com/', SCHEME],
    ['an intent', 'intent://app.example.com/callback', SCHEME],
    ['a custom scheme without a period (RFC 8252 section 8.4)', 'myapp://callback', SCHEME],
    ['a custom scheme of one label and a period', 'myapp.:/callback', SCHEME],
    ['a custom scheme with an empty label', 'com..app:/callback', SCHEME],
    ['a scheme that begins with a digit', '1com.example:/callback', ABSOLUTE],
    ['a scheme that begins with a period', '.com.example:/callback', ABSOLUTE],
    // Backslashes, which browsers treat as slashes but RFC 3986 does not.
    ['a backslash as a slash', String.raw`https:\\app.example.com\callback`, ABSOLUTE],
    ['a backslash before another host', String.raw`https://app.example.com\.evil.example/`, ABSOLUTE],
    ['a backslash before an at sign', String.raw`https://evil.example\@app.example.com/`, ABSOLUTE],
    // User names and passwords.
    ['a user name that looks like the host', 'https://app.example.com@evil.example/', USERINFO],
    ['a user name and a password', 'https://user:secret@app.example.com/', USERINFO],
    ['a password alone', 'https://:secret@app.example.com/', USERINFO],
    ['an empty user name', 'https://@app.example.com/', USERINFO],
    ['an empty user name and password', 'https://:@app.example.com/', USERINFO],
    ['two at signs', 'https://a@b@app.example.com/', USERINFO],
    ['an encoded host as the user name', 'https://app.example.com%2F@evil.example/', USERINFO],
    ['a user name of a private-use scheme', 'com.example.app://user@callback', USERINFO],
    // Fragments.
    ['a fragment', 'https://app.example.com/callback#token', FRAGMENT],
    ['an empty fragment', 'https://app.example.com/callback#', FRAGMENT],
    ['a fragment after the host', 'https://app.example.com#@evil.example/', FRAGMENT],
    ['a fragment of a private-use scheme', 'com.example.app:/callback#', FRAGMENT],
    ['a fragment in javascript', 'javascript:1#https://app.example.com/', FRAGMENT],
    // Wildcards.
    ['a wildcard as a label', 'https://*.example.com/callback', WILDCARD],
    ['a wildcard as the host', 'https://*/callback', WILDCARD],
    ['a wildcard inside a label', 'https://app-*.example.com/', WILDCARD],
    ['a wildcard on the loopback', 'http://*.localhost/', WILDCARD],
    ['a wildcard of a private-use scheme', 'com.example.app://*/callback', WILDCARD],
    ['an encoded wildcard', 'https://%2A.example.com/', WILDCARD],
    // Hosts that only a lenient parser finds.
    ['three slashes', 'https:///app.example.com', HOST],
    ['many slashes', 'https://////app.example.com', HOST],
    ['one slash', 'https:/app.example.com/callback', HOST],
    ['no slash', 'https:app.example.com/callback', HOST],
    ['an empty host', 'https://', ABSOLUTE],
    ['an empty host with a port', 'https://:443/', ABSOLUTE],
    ['an empty host with a path', 'https:///', ABSOLUTE],
    ['an empty label', 'https://app..example.com/', HOST],
    ['a label in front that is empty', 'https://.example.com/', HOST],
    ['a comma in the host', 'https://app.example.com,evil.example/', HOST],
    ['a semicolon in the host', 'https://app.example.com;evil.example/', HOST],
    ['an encoded letter in the host', 'https://%61pp.example.com/', HOST],
    ['an encoded period in the host', 'https://app%2eexample.com/', HOST],
    ['an encoded slash in the host', 'https://app.example.com%2Fevil.example/', ABSOLUTE],
    ['an encoded NUL in the host', 'https://app.example.com%00.evil.example/', ABSOLUTE],
    ['an unpaired bracket', 'https://[::1/', ABSOLUTE],
    ['a bracket that is no address', 'https://[app.example.com]/', ABSOLUTE],
    ['an IPv6 address with a zone', 'http://[fe80::1%25eth0]/', ABSOLUTE],
    ['an IPv6 address without brackets', 'http://::1/', ABSOLUTE],
    // Ports.
    ['a port above 65535', 'https://app.example.com:65536/', ABSOLUTE],
    ['a port that is no number', 'https://app.example.com:https/', ABSOLUTE],
    ['a negative port', 'https://app.example.com:-1/', ABSOLUTE],
    // http beyond loopback, and names that only look like loopback.
    ['http', 'http://app.example.com/callback', HTTPS],
    ['http to a private network', 'http://192.168.0.10/', HTTPS],
    ['http to every address', 'http://0.0.0.0/', HTTPS],
    ['http to the unspecified IPv6 address', 'http://[::]/', HTTPS],
    ['a name below an address', 'http://127.0.0.1.evil.example/', HTTPS],
    ['a name below localhost', 'http://localhost.evil.example/', HTTPS],
    ['a name that ends like localhost', 'http://evillocalhost/', HTTPS],
    ['localhost with a period', 'http://localhost./', HTTPS],
    ['loopback as a hexadecimal number', 'http://0x7f.0.0.1/', HOST],
    ['loopback as one number', 'http://2130706433/', HOST],
    ['loopback as an octal number', 'http://0177.0.0.1/', HOST],
    ['loopback in short', 'http://127.1/', HOST],
    ['loopback written out', 'http://[0:0:0:0:0:0:0:1]/', HOST],
    ['IPv4 loopback in IPv6', 'http://[::ffff:127.0.0.1]/', HOST],
    ['IPv4 loopback in IPv6, in its usual form', 'http://[::ffff:7f00:1]/', HTTPS],
    ['an invalid IPv4 address', 'http://127.0.0.256/', ABSOLUTE],
    // Characters that RFC 3986 does not allow.
    ['a space', 'https://app.example.com/call back', ABSOLUTE],
    ['a space in front', ' https://app.example.com/', ABSOLUTE],
    ['a space after it', 'https://app.example.com/ ', ABSOLUTE],
    ['a tab', 'https://app.example.com/\tcallback', ABSOLUTE],
    ['a line break', 'https://app.example.com/\r\nSet-Cookie:a=b', ABSOLUTE],
    ['a line break at the end', 'https://app.example.com/\n', ABSOLUTE],
    ['a NUL', 'https://app.example.com/\u0000', ABSOLUTE],
    ['a DEL', 'https://app.example.com/\u007f', ABSOLUTE],
    ['a quotation mark', 'https://app.example.com/"onclick', ABSOLUTE],
    ['an angle bracket', 'https://app.example.com/<script>', ABSOLUTE],
    ['a grave accent', 'https://app.example.com/`', ABSOLUTE],
    ['a brace', 'https://app.example.com/{id}', ABSOLUTE],
    ['a vertical bar', 'https://app.example.com/a|b', ABSOLUTE],
    ['a circumflex', 'https://app.example.com/^', ABSOLUTE],
    ['a bracket in the path', 'https://app.example.com/[0]', ABSOLUTE],
    ['a bracket in the query', 'https://app.example.com/?a[]=b', ABSOLUTE],
    ['a percent sign alone', 'https://app.example.com/100%', ABSOLUTE],
    ['a broken percent-encoding', 'https://app.example.com/%zz', ABSOLUTE],
    ['an umlaut in the host', 'https://b\u00fccher.example/', ABSOLUTE],
    ['a letter of another alphabet in the host', 'https://\u0430pp.example.com/', ABSOLUTE],
    ['an ideographic full stop', 'https://app\u3002example.com/', ABSOLUTE],
    ['a fullwidth solidus', 'https://app.example.com\uff0fevil.example/', ABSOLUTE],
    ['a letter beyond ASCII in the path', 'https://app.example.com/caf\u00e9', ABSOLUTE],
    ['a right-to-left override', 'https://app.example.com/\u202egro', ABSOLUTE],
    ['a zero-width space', 'https://app.example.com\u200b/', ABSOLUTE],
    ['a byte order mark', '\ufeffhttps://app.example.com/', ABSOLUTE],
  ])('rejects %s: %j', (_what, value, violation) => {
    expect([findRedirectUriViolation(value, 'Public'), findRedirectUriViolation(value, 'Confidential')]).toEqual([violation, violation]);
  });
});

describe('accepted redirect URIs', () => {
  // prettier-ignore
  const piece = fc.constantFrom(
    'https:', 'http:', 'com.example.app:', 'javascript:', '/', '//', '\\', '@', ':', '#', '?', '.', '..', '*', '%', '%2f', '%00', '[', ']', '[::1]',
    'a.example', 'localhost', '127.0.0.1', '0x7f.1', '443', '99999', ' ', '\t', '\n', '\u0000', '\u00fc', '\u202e', '"', '<', ',', ';', '-', '_',
  );
  const start = fc.constantFrom('https://', 'http://', 'http://localhost', 'https://a.example', 'com.example.app:/', 'https:', '');
  const text = fc.tuple(start, fc.array(piece, { maxLength: 6 })).map(([first, rest]) => first + rest.join(''));

  it('are absolute URIs of RFC 3986 with the same host in a browser, over https or on this machine', () => {
    const accepted = fc
      .sample(text, { numRuns: 30_000, seed: 3_986 })
      .filter((uri) => findRedirectUriViolation(uri, 'Confidential') === null);

    const wrong = accepted.filter((uri) => {
      const { scheme, host } = ABSOLUTE_URI.exec(uri)?.groups ?? {};
      const { protocol, hostname, hash, username, password } = new URL(uri);
      const isSafe =
        protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].some((name) => hostname.endsWith(name)));
      return `${scheme}:` !== protocol || host !== hostname || !isSafe || `${hash}${username}${password}` !== '';
    });

    expect(accepted.length).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
  });
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.1.2.3', '[::1]', 'localhost', 'app.localhost', 'a.b.localhost'])(
    'recognizes loopback hosts: %s',
    (hostname) => {
      expect(isLoopback(hostname)).toBe(true);
    },
  );

  it.each([
    '',
    '128.0.0.1',
    '10.127.0.0',
    '127-0-0-1',
    '127.0.0.1.example',
    '127.0.0',
    '[::2]',
    '::1',
    'localhost.example',
    'notlocalhost',
    '.127.0.0.1',
  ])('rejects any other name: "%s"', (hostname) => {
    expect(isLoopback(hostname)).toBe(false);
  });
});
