import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeRecord, lastRecord, type WireRecord } from './wire.js';

const label = fc.stringMatching(/^[a-z0-9_-]{1,20}$/);
const record: fc.Arbitrary<WireRecord> = fc.record({
  name: fc.array(label, { maxLength: 5 }).map((labels) => labels.join('.')),
  type: fc.integer({ min: 0, max: 0xffff }),
  class: fc.integer({ min: 0, max: 0xffff }),
  ttl: fc.integer({ min: 0, max: 0xffff_ffff }),
  data: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
});
const records = fc.array(record, { minLength: 1, maxLength: 5 });

/** An answer without a question, with all records in its first section: RFC 1035 section 4.1. */
function messageOf(all: readonly WireRecord[]): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(all.length, 6);
  return Buffer.concat([header, ...all.map(encodeRecord)]);
}

describe('the last record of a DNS message', () => {
  it('is the one that was encoded last', () => {
    fc.assert(
      fc.property(records, (all) => {
        const last = all.at(-1)!;
        const message = messageOf(all);

        expect(lastRecord(message)).toEqual({ start: message.length - encodeRecord(last).length, type: last.type, data: last.data });
      }),
    );
  });

  it('is not found if its data is cut short', () => {
    const message = messageOf([{ name: 'a.example', type: 16, class: 1, ttl: 60, data: Buffer.from([1, 65]) }]);

    expect(() => lastRecord(message.subarray(0, -1))).toThrow(RangeError);
  });

  it('is not found in a message that is cut short anywhere', () => {
    fc.assert(
      fc.property(records, fc.nat(), (all, cut) => {
        const message = messageOf(all);

        expect(() => lastRecord(message.subarray(0, cut % message.length))).toThrow(RangeError);
      }),
    );
  });

  it('is within the message, or not found, for any bytes', () => {
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
