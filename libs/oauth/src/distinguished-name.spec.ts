import { describe, expect, it } from '@jest/globals';
import { formatDistinguishedName, isSameDistinguishedName, parseDistinguishedName } from './distinguished-name.js';

const CN = '2.5.4.3';
const O = '2.5.4.10';

describe('distinguished names', () => {
  it.each<[string, [string, string][][]]>([
    ['CN=orders', [[[CN, 'orders']]]],
    ['CN=orders,O=Shop', [[[CN, 'orders']], [[O, 'Shop']]]],
    ['cn = orders ,  O=Shop', [[[CN, 'orders']], [[O, 'Shop']]]],
    [
      '2.5.4.3=orders+organizationName=Shop',
      [
        [
          [CN, 'orders'],
          [O, 'Shop'],
        ],
      ],
    ],
    [String.raw`CN=James \"Jim\" Smith\, III,O=a\+b\=c`, [[[CN, 'James "Jim" Smith, III']], [[O, 'a+b=c']]]],
    [String.raw`CN=\ x\ ,O=\#1`, [[[CN, ' x ']], [[O, '#1']]]],
    [String.raw`CN=Lu\C4\8Di\C4\87`, [[[CN, 'Lučić']]]],
    [String.raw`CN=Before\0dAfter`, [[[CN, 'Before\rAfter']]]],
    ['CN=a=b', [[[CN, 'a=b']]]],
    ['CN=', [[[CN, '']]]],
    ['2.5.4.97=#0c0450534431', [[['2.5.4.97', 'PSD1']]]],
    ['CN=#1e0400610062', [[[CN, 'ab']]]],
    ['CN=Bäckerei 株式会社', [[[CN, 'Bäckerei 株式会社']]]],
  ])('parse %s into its attributes', (text, parts) => {
    expect(parseDistinguishedName(text)).toEqual(parts.map((part) => part.map(([type, value]) => ({ type, value }))));
  });

  it.each([
    '',
    ' ',
    'orders',
    'CN',
    '=orders',
    'CN=orders,',
    ',CN=orders',
    'CN=a;O=b',
    'CN=a,,O=b',
    'CN=a+',
    'CN="orders"',
    'CN=a<b',
    'CM=orders',
    '3.1=orders',
    '2.5.04.3=orders',
    '2=orders',
    String.raw`CN=a\x`,
    'CN=a\\',
    String.raw`CN=\FF`,
    'CN=#',
    'CN=#0',
    'CN=#zz',
    'CN=#04020102',
    'CN=#0c81',
    'CN=#0c0248c3',
    'CN=#0c0661',
    'CN=a\0',
    'C/N=a',
    `CN=${'a'.repeat(1_100)}`,
  ])('reject %j', (text) => expect(parseDistinguishedName(text)).toBeNull());

  it('take time in proportion to their length', () => {
    const started = performance.now();
    for (const hostile of ['CN= '.padEnd(1_020), `CN=${'\\'.repeat(1_000)}`, 'CN=a+'.repeat(200), `CN=${' a'.repeat(500)}"`])
      parseDistinguishedName(hostile);
    expect(performance.now() - started).toBeLessThan(200);
  });

  it.each([
    ['CN=orders,O=Shop', 'cn=ORDERS,o=shop', true],
    ['CN=the  orders', 'CN= The Orders ', true],
    ['CN=orders+O=Shop', 'O=Shop+CN=orders', true],
    ['CN=Ａ', 'CN=a', true],
    ['2.5.4.97=PSD', 'organizationIdentifier=psd', true],
    ['CN=orders,O=Shop', 'O=Shop,CN=orders', false],
    ['CN=orders,O=Shop', 'CN=orders+O=Shop', false],
    ['CN=orders', 'CN=orders,O=Shop', false],
    ['CN=orders', 'OU=orders', false],
    [String.raw`CN=orders\00`, 'CN=orders', false],
    [String.raw`CN=orders\,O=Shop`, 'CN=orders,O=Shop', false],
    ['1.2.3=a', '1.2.3=A', false],
    ['1.2.3=a', '1.2.3=a', true],
  ])('compare %s and %s: %j', (one, other, same) => {
    expect(isSameDistinguishedName(parseDistinguishedName(one)!, parseDistinguishedName(other)!)).toBe(same);
  });

  it.each(['CN=orders,O=Shop', String.raw`CN=\ a\, b\+c\ ,1.2.3=\#x`, 'CN=a+O=b'])('format %s in its canonical form', (text) => {
    expect(formatDistinguishedName(parseDistinguishedName(text)!)).toBe(text);
  });
});
