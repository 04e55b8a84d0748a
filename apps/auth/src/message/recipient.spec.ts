import { DEFAULT_BRANDING } from '@latchkey/persistence';
import { describe, expect, it } from '@jest/globals';
import { findRecipientAddress, getDomainDisplayName } from './recipient.js';

describe('findRecipientAddress', () => {
  it.each(['jane@example.com', "o'neil+tag@mail.example", 'jané@bücher.example', 'a@b'])('accepts the email address %s', (email) => {
    expect(findRecipientAddress({ email }, 'email')).toBe(email);
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
  ])('rejects the email address %j', (email) => {
    expect(findRecipientAddress({ email }, 'email')).toBeNull();
  });

  it('accepts phone numbers in E.164 format only', () => {
    const numbers = ['+4915112345678', '015112345678', '+49 151 12345678', '+0', '+4915112345678;+1'];
    expect(numbers.map((phone_number) => findRecipientAddress({ phone_number }, 'sms'))).toEqual([
      '+4915112345678',
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('getDomainDisplayName', () => {
  it('prefers the branding name of a domain', () => {
    const branding = { ...DEFAULT_BRANDING, name: 'Example Bank' };
    expect([getDomainDisplayName({ name: 'id.example.com', branding }), getDomainDisplayName({ name: 'id.example.com' })]).toEqual([
      'Example Bank',
      'id.example.com',
    ]);
  });
});
