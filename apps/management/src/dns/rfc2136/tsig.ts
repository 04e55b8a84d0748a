import { hmac, isHmac, type HmacHash } from '@latchkey/crypto';
import { DnsError } from '../dns.error.js';
import { CLASSES, encodeName, encodeRecord, lastRecord, TYPES } from './wire.js';

/** A secret shared with a name server: RFC 8945. */
export interface TsigKey {
  name: string;
  algorithm: `hmac-${HmacHash}`;
  secret: Buffer;
}

/** The allowed difference of two clocks, in seconds: RFC 8945 section 10. */
const FUDGE_SECONDS = 300;
/** Extended response codes: RFC 8945 section 3. */
const TSIG_ERRORS: Readonly<Record<number, string>> = { 16: 'BADSIG', 17: 'BADKEY', 18: 'BADTIME', 22: 'BADTRUNC' };
const NOTHING = Buffer.alloc(0);

/** The parts of a signature that are not in the record's fixed fields: RFC 8945 section 4.2. */
interface Signature {
  algorithm: string;
  time: number;
  fudge: number;
  mac: Buffer;
  id: number;
  error: number;
  other: Buffer;
}

export interface Signed {
  message: Buffer;
  /** The data that the response's signature covers in addition to the response. */
  mac: Buffer;
}

/** @param now seconds since 1970 */
export function signMessage(message: Buffer, key: TsigKey, now: number): Signed {
  const unsigned = { algorithm: key.algorithm, time: now, fudge: FUDGE_SECONDS, id: message.readUInt16BE(0), error: 0, other: NOTHING };
  const mac = hmac(hashOf(key), key.secret, Buffer.concat([message, variables(key, unsigned)]));
  const record = encodeRecord({
    name: key.name,
    type: TYPES.TSIG,
    class: CLASSES.ANY,
    ttl: 0,
    data: encodeSignature({ ...unsigned, mac }),
  });
  const signed = Buffer.concat([message, record]);
  signed.writeUInt16BE(message.readUInt16BE(10) + 1, 10);
  return { message: signed, mac };
}

/**
 * The response to a signed message without its signature, if its signature is valid: RFC 8945 section 5.3.
 *
 * @throws DnsError
 */
export function verifyAnswer(answer: Buffer, key: TsigKey, { requestMac, now }: { requestMac: Buffer; now: number }): Buffer {
  const last = lastRecord(answer);
  if (last?.type !== TYPES.TSIG) throw new DnsError('the name server did not sign its answer', true);
  const signature = decodeSignature(last.data);
  // These errors may be unsigned, because forging one gains an attacker no more than dropping the response.
  const error = TSIG_ERRORS[signature.error];
  if (error !== undefined) throw new DnsError(`the name server refuses the TSIG key: ${error}`, error !== 'BADTIME');
  const bare = Buffer.from(answer.subarray(0, last.start));
  bare.writeUInt16BE(bare.readUInt16BE(10) - 1, 10);
  bare.writeUInt16BE(signature.id, 0);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(requestMac.length);
  const bytes = Buffer.concat([length, requestMac, bare, variables(key, signature)]);
  if (signature.algorithm !== key.algorithm || !isHmac(hashOf(key), key.secret, { bytes, mac: signature.mac })) {
    throw new DnsError('the answer is not signed with the TSIG key', true);
  }
  if (Math.abs(now - signature.time) > signature.fudge)
    throw new DnsError('the clocks of the name server and this machine differ too much', false);
  return bare;
}

function hashOf({ algorithm }: TsigKey): HmacHash {
  return algorithm.slice('hmac-'.length) as HmacHash;
}

/** RFC 8945 section 4.3.3. */
function variables(key: TsigKey, { time, fudge, error, other }: Omit<Signature, 'mac'>): Buffer {
  const classAndTtl = Buffer.from([0, CLASSES.ANY, 0, 0, 0, 0]);
  const rest = Buffer.alloc(12);
  rest.writeUIntBE(time, 0, 6);
  rest.writeUInt16BE(fudge, 6);
  rest.writeUInt16BE(error, 8);
  rest.writeUInt16BE(other.length, 10);
  return Buffer.concat([encodeName(key.name), classAndTtl, encodeName(key.algorithm), rest, other]);
}

function encodeSignature({ algorithm, time, fudge, mac, id, error, other }: Signature): Buffer {
  const head = Buffer.alloc(10);
  head.writeUIntBE(time, 0, 6);
  head.writeUInt16BE(fudge, 6);
  head.writeUInt16BE(mac.length, 8);
  const tail = Buffer.alloc(6);
  tail.writeUInt16BE(id, 0);
  tail.writeUInt16BE(error, 2);
  tail.writeUInt16BE(other.length, 4);
  return Buffer.concat([encodeName(algorithm), head, mac, tail, other]);
}

function decodeSignature(data: Buffer): Signature {
  const labels: string[] = [];
  let at = 0;
  for (let length = data.readUInt8(0); length > 0; length = data.readUInt8(at)) {
    labels.push(data.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += length + 1;
  }
  const [time, fudge, size] = [data.readUIntBE(at + 1, 6), data.readUInt16BE(at + 7), data.readUInt16BE(at + 9)];
  const mac = data.subarray(at + 11, at + 11 + size);
  const [id, error, length] = [0, 2, 4].map((offset) => data.readUInt16BE(at + 11 + size + offset)) as [number, number, number];
  return { algorithm: labels.join('.'), time, fudge, mac, id, error, other: data.subarray(at + 17 + size, at + 17 + size + length) };
}
