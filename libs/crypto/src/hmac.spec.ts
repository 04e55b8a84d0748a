import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { hmac, isHmac } from './hmac.js';

const [KEY, BYTES] = [Buffer.from('key'), Buffer.from('what is signed')];

describe('hmac', () => {
  const compare = jest.spyOn(crypto, 'timingSafeEqual');

  beforeAll(() => syncBuiltinESMExports());

  afterAll(() => {
    compare.mockRestore();
    syncBuiltinESMExports();
  });

  it.each([
    ['is recognized', hmac('sha256', KEY, BYTES), true],
    ['of another key is refused', hmac('sha256', Buffer.from('other'), BYTES), false],
    ['is refused if it is cut', hmac('sha256', KEY, BYTES).subarray(0, 31), false],
    ['is refused if it is empty', Buffer.alloc(0), false],
  ])('computes %s', (_what, mac, expected) => {
    expect(isHmac('sha256', KEY, { bytes: BYTES, mac })).toBe(expected);
  });

  // A measured time would depend on the machine. The test checks that Node.js's own comparison is used.
  it('compares in constant time', () => {
    compare.mockClear();

    isHmac('sha256', KEY, { bytes: BYTES, mac: Buffer.alloc(32) });

    expect(compare).toHaveBeenCalledTimes(1);
  });
});
