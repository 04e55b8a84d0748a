import fc from 'fast-check';
import { codePoint } from './code-point.js';

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@";

const text = fc.string({
  unit: fc.oneof({ weight: 10, arbitrary: fc.constantFrom(...LETTERS) }, { weight: 1, arbitrary: codePoint.map(encodeURIComponent) }),
  maxLength: 10,
});
const path = fc.array(text, { maxLength: 4 }).map((segments) => segments.map((segment) => `/${segment}`).join(''));

/** Addresses of a domain with a path. fast-check's own need a table of all code points, which takes a second and 100 MB. */
export const webUrl = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), path)
  .map(([scheme, host, rest]) => `${scheme}://${host}${rest}`);
