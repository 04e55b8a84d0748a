import { createHmac } from 'node:crypto';

/** HMAC-SHA256 (RFC 2104) of a text. */
export function hmacSha256(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}
