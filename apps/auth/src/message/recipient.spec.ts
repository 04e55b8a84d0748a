import { describe, expect, it } from '@jest/globals';
import { addressOf, nameOf, placeOf } from './recipient.js';

describe('where a user can be reached', () => {
  it.each(['jane@example.com', "o'neil+tag@mail.example", 'jané@bücher.example', 'a@b'])('may be %s', (email) => {
    expect(addressOf({ email }, 'email')).toBe(email);
  });

  it.each([
    undefined,
    null,
    7,
    '',
    'jane',
    'jane@',
    '@example.com',
    'jane@example.com, eve@example.com',
    'jane@example.com;eve@example.com',
    'jane@example.com\r\nBcc: eve@example.com',
    'jane@example.com\0',
    'Jane <jane@example.com>',
    '"jane doe"@example.com',
    'jane@[192.0.2.1]',
    'jane(eve@example.com)@example.com',
    `${'j'.repeat(65)}@example.com`,
  ])('is not %j', (email) => {
    expect(addressOf({ email }, 'email')).toBeNull();
  });

  it('may be a telephone, as of E.164 only', () => {
    const numbers = ['+4915112345678', '015112345678', '+49 151 12345678', '+0', '+4915112345678;+1'];
    expect(numbers.map((phone_number) => addressOf({ phone_number }, 'sms'))).toEqual(['+4915112345678', null, null, null, null]);
  });
});

describe('how people and domains are called', () => {
  it('is by their names, if there are any', () => {
    expect([nameOf({ name: 'Jane Doe', given_name: 'Jane' }), nameOf({ name: '', given_name: 'Jane' }), nameOf({ name: 7 })]).toEqual([
      'Jane Doe',
      'Jane',
      null,
    ]);
    const branding = { name: 'Example Bank', logoUrl: null, accentColor: null };
    expect([placeOf({ name: 'id.example.com', branding }), placeOf({ name: 'id.example.com' })]).toEqual([
      'Example Bank',
      'id.example.com',
    ]);
  });
});
