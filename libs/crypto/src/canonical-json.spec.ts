import { expect, it } from '@jest/globals';
import { canonicalJson } from './canonical-json.js';

it.each([
  [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
  [
    { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, ö: 7 },
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  ],
  [{ text: '\u0007"\\/\u2028' }, '{"text":"\\u0007\\"\\\\/\u2028"}'],
  [{ nested: { z: {}, a: [] } }, '{"nested":{"a":[],"z":{}}}'],
])('writes one form, with members in the order of UTF-16 code units: %#', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});
