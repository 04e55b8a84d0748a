/**
 * ECDSA signatures of P-256 as JOSE has them: RFC 7518 section 3.4, 64 bytes. OpenSSL's form is DER, and the conversions here are far cheaper
 * than requesting the other form from Node's `sign` and `verify`.
 */

const INTEGER = 0x02;
const SEQUENCE = 0x30;

/**
 * @param {Buffer} der
 * @returns {string} base64url
 */
export function joseSignature(der) {
  const raw = Buffer.alloc(64);
  const rEnd = 4 + /** @type {number} */ (der[3]);
  copyInteger(der.subarray(4, rEnd), raw, 32);
  copyInteger(der.subarray(rEnd + 2), raw, 64);
  return raw.toString('base64url');
}

/**
 * @param {Buffer} integer big-endian, perhaps with a leading zero or shorter than 32 bytes
 * @param {Buffer} target
 * @param {number} end
 */
function copyInteger(integer, target, end) {
  const significant = integer.length > 32 ? integer.subarray(integer.length - 32) : integer;
  significant.copy(target, end - significant.length);
}

/**
 * @param {string} signature base64url
 * @returns {Buffer} DER; empty if the signature does not have 64 bytes
 */
export function derSignature(signature) {
  const raw = Buffer.from(signature, 'base64url');
  if (raw.length !== 64) return Buffer.alloc(0);
  const [r, s] = [unsignedInteger(raw.subarray(0, 32)), unsignedInteger(raw.subarray(32))];
  return Buffer.concat([Buffer.from([SEQUENCE, r.length + s.length]), r, s]);
}

/** @param {Buffer} bytes big-endian */
function unsignedInteger(bytes) {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const significant = bytes.subarray(start);
  const sign = /** @type {number} */ (significant[0]) > 0x7f ? [0] : [];
  return Buffer.concat([Buffer.from([INTEGER, sign.length + significant.length, ...sign]), significant]);
}
