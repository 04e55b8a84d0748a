import { describe, expect, it } from '@jest/globals';
import { normalizeDomainName } from '../current-domain/normalize-domain-name.js';
import { findDomainNameViolation, findMtlsHostViolation } from './domain-name.js';

const label = 'a'.repeat(63);

/** 253 characters, the maximum length of a name. */
const longest = `${label}.${label}.${label}.${'a'.repeat(53)}.example`;

function findViolation(input: string): string | null {
  return findDomainNameViolation(normalizeDomainName(input));
}

describe('domain names', () => {
  it.each([
    ['auth.example.com', 'auth.example.com'],
    ['AUTH.Example.COM', 'auth.example.com'],
    ['example.com', 'example.com'],
    ['a.b.c.d.example.co.uk', 'a.b.c.d.example.co.uk'],
    ['login.example', 'login.example'],
    ['login.my-company.localhost', 'login.my-company.localhost'],
    ['1.example.com', '1.example.com'],
    ['123.example.com', '123.example.com'],
    ['0x7f.example.com', '0x7f.example.com'],
    ['a--b.example.com', 'a--b.example.com'],
    [`${label}.example.com`, `${label}.example.com`],
    [longest, longest],
    // UTS 46: mapped to lower case, composed, widths folded, ignorable characters dropped; ß and ς differ from ss and σ.
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['bu\u0308cher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['XN--BCHER-KVA.EXAMPLE', 'xn--bcher-kva.example'],
    ['straße.example', 'xn--strae-oqa.example'],
    ['ｌｏｇｉｎ.example', 'login.example'],
    ['login。example', 'login.example'],
    ['lo\u00ADgin.example', 'login.example'],
    ['пример.испытание', 'xn--e1afmkfd.xn--80akhbyknj4f'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['مثال.إختبار', 'xn--mgbh0fb.xn--kgbechtv'],
    ['\u{1F600}.example', 'xn--e28h.example'],
    // A name below a public suffix that is not itself one.
    ['www.ck', 'www.ck'],
    ['me.github.io', 'me.github.io'],
    ['auth.foo.compute.amazonaws.com', 'auth.foo.compute.amazonaws.com'],
    // RFC 1034 section 3.1: the root dot.
    ['auth.example.com.', 'auth.example.com'],
    ['AUTH.example.com。', 'auth.example.com'],
  ])('registers %j as %s', (input, name) => {
    expect(normalizeDomainName(input)).toBe(name);
    expect(findViolation(input)).toBeNull();
  });

  it.each([
    '',
    ' ',
    'auth example.com',
    ' auth.example.com',
    'auth.example.com ',
    'auth.example.com\n',
    'auth\u00A0.example.com',
    'auth.example.com..',
    '.example.com',
    'auth..example.com',
    '.',
    '*.example.com',
    'auth*.example.com',
    '_dmarc.example.com',
    'auth_server.example.com',
    '-auth.example.com',
    'auth-.example.com',
    `${label}a.example.com`,
    `a${longest}`,
    'auth.example.com:443',
    ':443',
    'user@auth.example.com',
    'user:secret@auth.example.com',
    'auth.example.com/',
    'auth.example.com/login',
    'auth.example.com\\login',
    'auth.example.com?a=b',
    'auth.example.com#a',
    'https://auth.example.com',
    '//auth.example.com',
    'auth%2eexample.com',
    'auth.example.com%00',
    'auth\u0000.example.com',
    "auth'.example.com",
    'auth,example.com',
    'auth<>.example.com',
    // Not A-labels: RFC 5891 section 4.2.
    'xn--.example.com',
    'xn--a.example.com',
    'xn--\u00FC.example.com',
    'xn--999999999.example.com',
    // A label that starts with a combining mark, and joiners without a context: UTS 46 section 4.1.
    '\u0301a.example.com',
    'a\u200Db.example.com',
    // Mixed directions: RFC 5893.
    'a\u05D0.example.com',
    '\uD800.example.com',
    '[::1]',
    '[v1.x]',
  ])('rejects %j', (input) => {
    expect(findViolation(input)).toMatch(/^must be a domain name such as/);
  });

  it.each([
    '127.0.0.1',
    '1.1.1.1',
    '127.1',
    '1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '192.168.257',
    '１２７.０.０.１',
    '127。0。0。1',
  ])('rejects %j as an IP address', (input) => {
    expect(findViolation(input)).toBe('must be a domain name, not an IP address');
  });

  it.each(['::1', '2001:db8::1', '::ffff:127.0.0.1', 'fe80::1%eth0', '1.2.3.4.5', '1.2.3.256', 'auth.example.123', 'auth.example.0x1'])(
    'rejects %j, which can be read as an IP address',
    (input) => {
      expect(findViolation(input)).not.toBeNull();
    },
  );

  it.each(['localhost', 'intranet', 'example', 'xn--bcher-kva', 'ＬＯＣＡＬＨＯＳＴ'])('rejects %j with a single label', (input) => {
    expect(findViolation(input)).toBe('must have more than one label');
  });

  it.each([
    'co.uk',
    'CO.UK',
    'com.au',
    'foo.ck',
    'kawasaki.jp',
    'foo.kawasaki.jp',
    'github.io',
    'herokuapp.com',
    'blogspot.com',
    's3.amazonaws.com',
    'azurewebsites.net',
    'vercel.app',
    'pages.dev',
    'workers.dev',
    'netlify.app',
    'duckdns.org',
    '公司.cn',
    'xn--55qx5d.cn',
  ])('rejects the public suffix %j', (input) => {
    expect(findViolation(input)).toBe('must not be a public suffix, under which anyone can register names');
  });
});

describe('names that could be the mTLS host of another domain', () => {
  it.each([
    ['mtls.example.com', 'mtls.', true],
    ['mtls-a.example.com', 'mtls-', true],
    ['mtls.example.com', 'mtls-', false],
    ['a.mtls.example.com', 'mtls.', false],
    ['mtls.example.com', '', false],
  ])('validates %s with the prefix %j: %j', (name, prefix, refused) => {
    expect(findMtlsHostViolation(name, prefix)).toEqual(
      refused ? `must not start with ${prefix}, which is reserved for hosts that request client certificates` : null,
    );
  });
});
