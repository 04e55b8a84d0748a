import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 (RFC 2104) of a text. */
export function hmacSha256(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}

export type HmacHash = 'sha256' | 'sha384' | 'sha512';

/** HMAC (RFC 2104) of bytes. */
export function hmac(hash: HmacHash, key: Buffer, bytes: Buffer): Buffer {
  return createHmac(hash, key).update(bytes).digest();
}

/** Whether this is the complete HMAC of the bytes, compared in constant time. */
export function isHmac(hash: HmacHash, key: Buffer, { bytes, mac }: { bytes: Buffer; mac: Buffer }): boolean {
  const expected = hmac(hash, key, bytes);
  // control: the signature of a DNS answer is compared in constant time
  return mac.length === expected.length && timingSafeEqual(mac, expected);
}
