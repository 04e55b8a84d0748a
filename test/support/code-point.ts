import fc from 'fast-check';

const FIRST_SURROGATE = 0xd8_00;
const SURROGATES = 2_048;
const LAST = 0x10_ff_ff;

/** Any code point except surrogates. fast-check's unit `binary` is the same, but needs a second and 100 MB for a table of all of them. */
export const codePoint = fc
  .integer({ min: 0, max: LAST - SURROGATES })
  .map((n) => String.fromCodePoint(n < FIRST_SURROGATE ? n : n + SURROGATES));
