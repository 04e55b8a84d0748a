import { createHmac } from 'node:crypto';
import { eventually } from '../eventually.js';

const PERIOD_SECONDS = 30;
/** The seconds that a page may take to be filled in and submitted. */
const MIN_REMAINING_SECONDS = 8;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The code of an authenticator app: RFC 6238 with the usual parameters.
 *
 * @param secret base32, RFC 4648 section 6
 * @param drift in periods of 30 seconds
 */
export function oneTimeCode(secret: string, drift = 0): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1_000 / PERIOD_SECONDS) + drift));
  const digest = createHmac('sha1', decodeBase32(secret)).update(step).digest();
  const offset = digest.at(-1)! & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** The code of the previous period, which is accepted only briefly after the end of that period. */
export async function previousCode(secret: string): Promise<string> {
  await eventually(() => Promise.resolve((Date.now() / 1_000) % PERIOD_SECONDS < PERIOD_SECONDS - MIN_REMAINING_SECONDS), {
    timeoutMs: 2_000 * MIN_REMAINING_SECONDS,
  });
  return oneTimeCode(secret, -1);
}

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text.replaceAll(/[\s=]/g, '').toUpperCase(), (character) =>
    BASE32.indexOf(character).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((octet) => Number.parseInt(octet, 2)));
}
