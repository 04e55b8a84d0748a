import { describe, expect, it } from '@jest/globals';
import { getMailDomain, normalizeMailDomain } from './mail-domain.js';

describe('mail domains', () => {
  it.each([
    ['acme.com', 'acme.com'],
    ['ACME.Com.', 'acme.com'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['acme。com', 'acme.com'],
    ['mail.acme.co.uk', 'mail.acme.co.uk'],
  ])('are compared in one form: %j', (text, expected) => {
    expect(normalizeMailDomain(text)).toBe(expected);
  });

  it.each([
    '',
    'acme',
    '.acme.com',
    'acme..com',
    '-acme.com',
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    'a b.com',
    'acme.com/x',
    'acme.com:25',
    'a@acme.com',
    '*.acme.com',
    'a_b.com',
    `${'x'.repeat(64)}.com`,
    `${'x.'.repeat(130)}com`,
    'acme.com?',
  ])('are no mail domains: %j', (text) => {
    expect(normalizeMailDomain(text)).toBeNull();
  });

  it.each([
    ['jane@acme.com', 'acme.com'],
    ['Jane.Doe+x@ACME.COM ', 'acme.com'],
    ['jane@other.example@acme.com', 'acme.com'],
    ['jane@bücher.example', 'xn--bcher-kva.example'],
    ['@acme.com', null],
    ['jane', null],
    ['jane@', null],
    ['jane@acme.com.evil.example', 'acme.com.evil.example'],
  ])('of what a person typed: %j', (typed, expected) => {
    expect(getMailDomain(typed)).toBe(expected);
  });
});
