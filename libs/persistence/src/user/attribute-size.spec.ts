import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isTooLarge, MAX_ATTRIBUTES_BYTES, measureAttributes } from './attribute-size.js';

describe('attribute size', () => {
  it('is measured as JSON in UTF-8', () => {
    const attributes = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { minKeys: 1 });

    fc.assert(
      fc.property(attributes, (value) => {
        expect(measureAttributes(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
      }),
    );
  });

  it('is limited, but a user above the limit may shrink or stay', () => {
    const limit = MAX_ATTRIBUTES_BYTES;

    expect([isTooLarge(limit, 0), isTooLarge(limit + 1, 0)]).toEqual([false, true]);
    expect([isTooLarge(limit + 5, limit + 5), isTooLarge(limit + 6, limit + 5)]).toEqual([false, true]);
  });
});
