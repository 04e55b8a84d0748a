import { describe, expect, it } from '@jest/globals';
import { CLAIM_TYPES } from './claim-types.js';

const ONE = ['a', 'Ünï¢ødé', '\u{1F600}', ' '];

const GOOD: Readonly<Record<string, readonly unknown[]>> = {
  name: [...ONE, 'Jane Doe'],
  family_name: [...ONE, ''],
  given_name: ['Jane', ''],
  middle_name: ['Q.', ''],
  nickname: ['JD', ''],
  preferred_username: ['jane.doe@example.com', 'x'.repeat(10), 'x'.repeat(256), '\u{1F600}'.repeat(10), '\u{1F600}'.repeat(256)],
  profile: ['https://example.com/jane'],
  picture: ['https://example.com/a.png?size=1&sig=a%20b#f', 'http://localhost:3000/a.png', `https://example.com/${'x'.repeat(4_000)}`],
  website: ['https://example.com', 'http://192.0.2.1/', 'http://[2001:db8::1]:8080/x', 'HTTPS://EXAMPLE.COM'],
  gender: ['female', 'male', 'nonbinary', ''],
  birthdate: ['1984-02-29', '0000-12-31', '0000-02-29', '1984', '2000-02-29', '1900-01-01'],
  zoneinfo: ['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+1', 'US/Pacific', 'Asia/Calcutta', 'Asia/Kolkata'],
  locale: ['de', 'en-US', 'zh-Hant-TW', 'es-419', 'sl-rozaj-biske', 'de-DE-u-co-phonebk', 'EN-us', 'i-klingon', 'sgn-BE-FR', 'x-private'],
  updated_at: [0, 1_311_280_970, 9_007_199_254_740_991],
  email: ['jane@example.com', 'Jane.Doe+tag@mail.example.co.uk', 'jörg@bücher.example', "o'hara@example.com"],
  email_verified: [true, false],
  phone_number: ['+14255551212', '+56226872400', '+4930123456', '+390612345678', '+80012345678'],
  phone_number_verified: [true, false],
};

const NO_TEXT = [1, 0, true, false, [], {}, ['a'], { a: 'b' }];

const BAD: Readonly<Record<string, readonly unknown[]>> = {
  name: [...NO_TEXT, ''],
  family_name: NO_TEXT,
  given_name: NO_TEXT,
  middle_name: NO_TEXT,
  nickname: NO_TEXT,
  preferred_username: [
    ...NO_TEXT,
    '',
    'x'.repeat(9),
    'x'.repeat(257),
    // Ten UTF-16 code units are five characters here.
    '\u{1F600}'.repeat(5),
    '\u{1F600}'.repeat(257),
    'jane\u0000doe-1',
    'jane\ndoe-12',
    'jane\u0085doe-1',
    'jane\ud800doe-1',
    // One character that expands to eighteen.
    '\uFDFA'.repeat(256),
  ],
  profile: [...NO_TEXT, '', 'example.com/jane', '/jane', '//example.com/jane', 'https:example.com', 'https:/example.com', 'jane'],
  picture: [...NO_TEXT, 'data:image/png;base64,AA', 'javascript:alert(1)', 'ftp://example.com/a.png', 'https://example.com/a b.png'],
  website: [
    ...NO_TEXT,
    'https://',
    'http://',
    'https://exa mple.com',
    'https://example.com:99999',
    'mailto:jane@example.com',
    'https://a\n.example',
    'https://bücher.example',
    'https://example.com/größe',
    'https://example.com/%zz',
    'https://example.com/"x',
    'https://example.com/[x]',
    'https://example.com/#a#b',
    'https://example.com/\u0000',
  ],
  gender: NO_TEXT,
  birthdate: [
    ...NO_TEXT,
    '',
    '0000',
    '84',
    '1984-2-29',
    '1984-02',
    '1983-02-29',
    '1900-02-29',
    '1984-04-31',
    '1984-13-01',
    '1984-00-10',
    '1984-01-00',
    '29.02.1984',
    '1984-02-29T00:00:00Z',
    ' 1984-02-29',
    '1984-02-29\n',
    '--02-29',
    '١٩٨٤',
    '19840229',
    '-1984',
    '12345-01-01',
  ],
  zoneinfo: [...NO_TEXT, '', 'Berlin', 'Europe/Nowhere', '+01:00', '-0500', 'GMT+1', 'Europe/Berlin ', 'CEST', 'Z', 'Factory'],
  locale: [
    ...NO_TEXT,
    '',
    'en_US',
    'e',
    'en-',
    '-en',
    'english language',
    'en--US',
    'en-US, de',
    '*',
    '123',
    'i-nobody',
    'x-',
    'x-toolongtag',
  ],
  updated_at: [1.5, -0.5, '1311280970', true, [], {}, '2011-07-21', 9_007_199_254_740_992, 1e300],
  email: [
    ...NO_TEXT,
    '',
    'jane',
    'jane@',
    '@example.com',
    'jane@@example.com',
    'jane@example..com',
    'jane..doe@example.com',
    'jane doe@example.com',
    'Jane <jane@example.com>',
    'jane@example.com ',
    'jane@example.com\n',
    '"jane\ndoe"@example.com',
    '"jane doe"@example.com',
    '"jane,doe"@example.com',
    'jane@exa mple.com',
    'jane@example.com,joe@example.com',
    'mailto:jane@example.com',
    `${'x'.repeat(65)}@example.com`,
    `jane@${'x'.repeat(64)}.com`,
  ],
  email_verified: ['true', 'false', 1, 0, '', [], {}],
  phone_number: [
    ...NO_TEXT,
    14_255_551_212,
    '',
    '+',
    '4255551212',
    '0014255551212',
    '+1 425 555 1212',
    '+1-425-555-1212',
    '+1 (604) 555-1234;ext=5678',
    '+14255551212;ext=5678',
    'tel:+14255551212',
    '+1425555121',
    '+142555512123456',
    '+999123456789',
    '+0123456789',
    '+１４２５５５５１２１２',
    '+14255551212 ',
    '+1425555ABCD',
  ],
  phone_number_verified: ['true', 1, null, [], {}],
};

describe('CLAIM_TYPES', () => {
  it('contains the claims of the scopes profile, email and phone (OpenID Connect Core section 5.4)', () => {
    expect([...CLAIM_TYPES.keys()].toSorted()).toEqual(Object.keys(GOOD).toSorted());
  });

  describe.each([...CLAIM_TYPES])('claim %s', (name, rule) => {
    it.each(GOOD[name]!.map((value) => [JSON.stringify(value).slice(0, 60), value]))('accepts %s', (_text, value) => {
      expect(rule(value)).toBeNull();
    });

    it.each(BAD[name]!.map((value) => [JSON.stringify(value).slice(0, 60), value]))('rejects %s', (_text, value) => {
      expect(rule(value)).toMatch(/^must /);
    });
  });
});
