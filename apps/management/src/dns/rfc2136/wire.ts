import ipaddr from 'ipaddr.js';
import type { ZoneRecord } from '../zone.js';

/** Numbers of types and classes: RFC 1035 section 3.2, RFC 2136 section 1.3, RFC 8945 section 4.2. */
export const TYPES = { A: 1, CNAME: 5, SOA: 6, TXT: 16, AAAA: 28, TSIG: 250, ANY: 255 } as const;
export const CLASSES = { IN: 1, NONE: 254, ANY: 255 } as const;

/** A resource record, or a prerequisite or update of RFC 2136 sections 2.4 and 2.5. */
export interface WireRecord {
  name: string;
  type: number;
  class: number;
  ttl: number;
  data: Buffer;
}

const HEADER = 12;
/** Type, class, TTL and length of the data. */
const FIXED = 10;

/** A name without compression, in lower case: the canonical form of RFC 4034 section 6.2. */
export function encodeName(name: string): Buffer {
  const labels = name.toLowerCase().split('.').filter(Boolean);
  const parts = labels.map((label) => Buffer.from(`\0${label}`, 'latin1'));
  for (const part of parts) part[0] = part.length - 1;
  return Buffer.concat([...parts, Buffer.alloc(1)]);
}

export function encodeRecord(record: WireRecord): Buffer {
  const fixed = Buffer.alloc(FIXED);
  fixed.writeUInt16BE(record.type, 0);
  fixed.writeUInt16BE(record.class, 2);
  fixed.writeUInt32BE(record.ttl, 4);
  fixed.writeUInt16BE(record.data.length, 8);
  return Buffer.concat([encodeName(record.name), fixed, record.data]);
}

/** The data of a Latchkey record, or of address records beside it. A TXT record has one character-string of at most 255 octets. */
export function encodeData({ type, value }: Pick<ZoneRecord, 'type' | 'value'>): Buffer {
  if (type === 'A' || type === 'AAAA') return Buffer.from(ipaddr.parse(value).toByteArray());
  if (type === 'CNAME') return encodeName(value);
  const text = Buffer.from(value, 'latin1');
  return Buffer.concat([Buffer.from([text.length]), text]);
}

/** The position after a name in a message: RFC 1035 section 4.1.4. @throws RangeError if the message ends before */
function afterName(message: Buffer, start: number): number {
  for (let at = start; ;) {
    const length = message.readUInt8(at);
    if (length >= 0xc0) return at + 2;
    at += length + 1;
    if (length === 0) return at;
  }
}

/** The position of the last record of a message, and its data. @throws RangeError if the message is truncated */
export function lastRecord(message: Buffer): { start: number; type: number; data: Buffer } | null {
  const [questions, ...sections] = [4, 6, 8, 10].map((at) => message.readUInt16BE(at)) as [number, number, number, number];
  let at = HEADER;
  for (let n = 0; n < questions; n += 1) at = afterName(message, at) + 4;
  let last: { start: number; type: number; data: Buffer } | null = null;
  for (let n = sections.reduce((sum, count) => sum + count); n > 0; n -= 1) {
    const start = at;
    const fixed = afterName(message, at);
    at = fixed + FIXED + message.readUInt16BE(fixed + 8);
    if (at > message.length) throw new RangeError('the data of a record ends after the message');
    last = { start, type: message.readUInt16BE(fixed), data: message.subarray(fixed + FIXED, at) };
  }
  return last;
}
