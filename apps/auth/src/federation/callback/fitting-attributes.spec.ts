import { describe, expect, it } from '@jest/globals';
import { MAX_ATTRIBUTES_BYTES, measureAttributes } from '@latchkey/persistence';
import { selectFittingAttributes } from './fitting-attributes.js';

const addressByFlag = new Map([
  ['email_verified', 'email'],
  ['phone_number_verified', 'phone_number'],
]);
const NEW = { addressByFlag, bytesBefore: 0 };

const textOf = (bytes: number) => 'x'.repeat(bytes);
const ofSizes = (...sizes: number[]) => Object.fromEntries(sizes.map((size, n) => [`a${n}`, textOf(size)]));

describe('selectFittingAttributes', () => {
  it('selects all attributes while they fit', () => {
    const fresh = ofSizes(8_000, 8_000);

    expect(selectFittingAttributes({ name: 'Jane' }, fresh, NEW)).toEqual(fresh);
  });

  it('limits new and kept attributes together to 64 KiB, in any order', () => {
    const kept = { bio: textOf(60_000) };
    const fresh = ofSizes(8_000, 4_000, 2_000, 500);

    const fitting = selectFittingAttributes(kept, fresh, NEW);

    expect(Object.keys(fitting)).toEqual(['a1', 'a3']);
    expect(measureAttributes({ ...kept, ...fitting })).toBeLessThanOrEqual(MAX_ATTRIBUTES_BYTES);
  });

  it('lets a user who already exceeds the limit stay, but not grow', () => {
    const kept = { bio: textOf(100_000), nickname: 'jane-1' };

    const fitting = selectFittingAttributes(
      kept,
      { locale: 'de', nickname: 'jane' },
      { addressByFlag, bytesBefore: measureAttributes(kept) },
    );

    expect(fitting).toEqual({ nickname: 'jane' });
  });

  it('omits the verified flag of an address that does not fit', () => {
    const kept = { bio: textOf(65_450), email: 'j@example.com' };
    const fresh = { email_verified: true, email: `${textOf(60)}@example.com` };

    expect(selectFittingAttributes(kept, fresh, NEW)).toEqual({});
    expect(selectFittingAttributes({ bio: textOf(65_450) }, { phone_number_verified: true }, NEW)).toEqual({ phone_number_verified: true });
  });

  it('selects at most 150 attributes', () => {
    const kept = Object.fromEntries(Array.from({ length: 149 }, (_none, n) => [`k${n}`, n]));

    expect(selectFittingAttributes(kept, { k0: 'replaced', one: 1, two: 2 }, NEW)).toEqual({ k0: 'replaced', one: 1 });
  });
});
