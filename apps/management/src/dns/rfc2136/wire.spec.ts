import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeName, encodeRecord, lastRecord, type WireRecord } from './wire.js';

/** Bytes. */
const HEADER = 12;

interface SentRecord extends WireRecord {
  /** The position at which a compressed name continues: RFC 1035 section 4.1.4. */
  pointer?: number | undefined;
}

const label = fc.stringMatching(/^[a-z0-9_-]{1,20}$/);
const record: fc.Arbitrary<SentRecord> = fc.record({
  name: fc.array(label, { maxLength: 5 }).map((labels) => labels.join('.')),
  type: fc.integer({ min: 0, max: 0xffff }),
  class: fc.integer({ min: 0, max: 0xffff }),
  ttl: fc.integer({ min: 0, max: 0xffff_ffff }),
  data: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  pointer: fc.option(fc.oneof(fc.constant(HEADER), fc.integer({ min: HEADER, max: 0x3fff })), { nil: undefined }),
});
const records = fc.array(record, { minLength: 1, maxLength: 5 });

function encodeSent({ pointer, ...uncompressed }: SentRecord): Buffer {
  const whole = encodeRecord(uncompressed);
  if (pointer === undefined) return whole;
  const name = encodeName(uncompressed.name);
  return Buffer.concat([name.subarray(0, -1), Buffer.from([0xc0 | (pointer >> 8), pointer & 0xff]), whole.subarray(name.length)]);
}

/** A response without a question, with all records in its first section: RFC 1035 section 4.1. */
function messageOf(all: readonly SentRecord[]): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt16BE(all.length, 6);
  return Buffer.concat([header, ...all.map(encodeSent)]);
}

describe('lastRecord', () => {
  it('returns the record that was encoded last', () => {
    fc.assert(
      fc.property(records, (all) => {
        const last = all.at(-1)!;
        const message = messageOf(all);

        expect(lastRecord(message)).toEqual({ start: message.length - encodeSent(last).length, type: last.type, data: last.data });
      }),
    );
  });

  it('accepts a name that is only a pointer to the name of the first record', () => {
    const first = { name: 'a.example', type: 16, class: 1, ttl: 60, data: Buffer.from([1, 65]) };
    const last = { ...first, name: '', pointer: HEADER, data: Buffer.from([1, 66]) };
    const message = messageOf([first, last]);

    expect(message.subarray(-14, -12)).toEqual(Buffer.from([0xc0, 0x0c]));
    expect(lastRecord(message)).toEqual({ start: message.length - 14, type: 16, data: last.data });
  });

  it("throws if the record's data is truncated", () => {
    const message = messageOf([{ name: 'a.example', type: 16, class: 1, ttl: 60, data: Buffer.from([1, 65]) }]);

    expect(() => lastRecord(message.subarray(0, -1))).toThrow(RangeError);
  });

  it('throws if the message is truncated anywhere', () => {
    fc.assert(
      fc.property(records, fc.nat(), (all, cut) => {
        const message = messageOf(all);

        expect(() => lastRecord(message.subarray(0, cut % message.length))).toThrow(RangeError);
      }),
    );
  });

  it('returns a record within the message, or throws, for any bytes', () => {
    const bytes = fc.uint8Array({ minLength: 12, maxLength: 200 }).map((all) => Buffer.from(all));
    const fewRecords = bytes.map((message) =>
      Buffer.concat([message.subarray(0, 4), Buffer.from([0, 1, 0, 1, 0, 0, 0, 0]), message.subarray(12)]),
    );
    fc.assert(
      fc.property(fc.oneof(bytes, fewRecords), (message) => {
        try {
          const last = lastRecord(message);
          expect(last === null || last.start + last.data.length <= message.length).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
