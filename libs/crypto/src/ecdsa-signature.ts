/**
 * P-256 signatures in both encodings: the 32 + 32 bytes of JOSE (RFC 7518 section 3.4), and OpenSSL's DER, a SEQUENCE of two INTEGERs.
 * OpenSSL creates and verifies DER in two thirds of the time or less, so this code signs and verifies DER.
 */

const INTEGER_BYTES = 32;
/** The size of a JOSE signature. */
export const JOSE_BYTES = 2 * INTEGER_BYTES;
const SEQUENCE_TAG = 0x30;
const INTEGER_TAG = 0x02;
const SIGN_BIT = 0x80;

/** The result of each conversion. It is shared, because allocating it costs more than filling it. The longest result has 72 bytes. */
const derBuffer = Buffer.alloc(72);

export function joseFromDer(der: Buffer, target = Buffer.alloc(JOSE_BYTES)): Buffer {
  const rEnd = 4 + der[3]!;
  target.fill(0);
  copyInteger({ der, start: 4, end: rEnd }, target, INTEGER_BYTES);
  copyInteger({ der, start: rEnd + 2, end: rEnd + 2 + der[rEnd + 1]! }, target, JOSE_BYTES);
  return target;
}

/** A DER integer has fewer than 32 bytes if it begins with zeros, and one more before a bit that would make it negative. */
function copyInteger({ der, start, end }: { der: Buffer; start: number; end: number }, target: Buffer, targetEnd: number): void {
  const length = Math.min(end - start, INTEGER_BYTES);
  der.copy(target, targetEnd - length, end - length, end);
}

/** @returns a part of a shared buffer, valid until the next call; null if it does not have 64 bytes */
export function derFromJose(jose: Buffer): Buffer | null {
  if (jose.length !== JOSE_BYTES) return null;
  const rEnd = writeInteger(jose, 0, 2);
  const end = writeInteger(jose, INTEGER_BYTES, rEnd);
  derBuffer[0] = SEQUENCE_TAG;
  derBuffer[1] = end - 2;
  return derBuffer.subarray(0, end);
}

/** Writes an integer without leading zeros, except one that keeps it positive: X.690 section 8.3. @returns where it ends */
function writeInteger(jose: Buffer, from: number, at: number): number {
  let start = from;
  while (start < from + INTEGER_BYTES - 1 && jose[start] === 0) start += 1;
  const isPadded = jose[start]! >= SIGN_BIT;
  const length = from + INTEGER_BYTES - start;
  derBuffer[at] = INTEGER_TAG;
  derBuffer[at + 1] = length + Number(isPadded);
  derBuffer[at + 2] = 0;
  const valueAt = at + 2 + Number(isPadded);
  jose.copy(derBuffer, valueAt, start, from + INTEGER_BYTES);
  return valueAt + length;
}
