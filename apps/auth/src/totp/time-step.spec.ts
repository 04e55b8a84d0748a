import { describe, expect, it } from '@jest/globals';
import { buildOtpauthUri, parseCode, encodeSecret, findTimeStep } from './time-step.js';

/** RFC 6238 appendix B, SHA-1: the secret, and the last six of the eight digits. */
const SECRET = Buffer.from('12345678901234567890', 'ascii');
const VECTORS: [number, string, number][] = [
  [59, '287082', 0x1],
  [1_111_111_109, '081804', 0x23523ec],
  [1_111_111_111, '050471', 0x23523ed],
  [1_234_567_890, '005924', 0x273ef07],
  [2_000_000_000, '279037', 0x3f940aa],
  [20_000_000_000, '353130', 0x27bc86aa],
];

describe('findTimeStep', () => {
  it.each(VECTORS)('matches RFC 6238 at %d s: %s', (now, code, step) => {
    expect(findTimeStep(SECRET, code, now)).toBe(step);
  });

  it.each(VECTORS.slice(1))('allows a difference of one step: %d s', (_now, code, step) => {
    const start = step * 30;

    expect([start - 30, start - 0.5, start, start + 29.9, start + 59].map((time) => findTimeStep(SECRET, code, time))).toEqual([
      step,
      step,
      step,
      step,
      step,
    ]);
    expect([start - 31, start + 60].map((time) => findTimeStep(SECRET, code, time))).toEqual([null, null]);
  });

  it('does not match another secret', () => {
    expect(findTimeStep(Buffer.alloc(20, 1), '287082', 59)).toBeNull();
  });
});

describe('parseCode', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['12345', null],
    ['1234567', null],
    ['12345a', null],
    ['１２３４５６', null],
    ['', null],
  ])('normalizes %j to %j', (typed, code) => {
    expect(parseCode(typed)).toBe(code);
  });
});

describe('authenticator app secrets', () => {
  it('encodes a secret in base32 and in the QR code URI', () => {
    expect(encodeSecret(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const uri = new URL(buildOtpauthUri(SECRET, 'auth.example.com', 'jane.doe+1'));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', '/auth.example.com:jane.doe+1']);
    expect(uri.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(uri.searchParams.get('issuer')).toBe('auth.example.com');
    expect([
      uri.searchParams.get('algorithm') ?? 'SHA1',
      uri.searchParams.get('digits') ?? '6',
      uri.searchParams.get('period') ?? '30',
    ]).toEqual(['SHA1', '6', '30']);
  });
});
