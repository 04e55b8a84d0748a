import { describe, expect, it } from '@jest/globals';
import { encode, type Answer, type CaaData, type Packet } from 'dns-packet';
import fc from 'fast-check';
import { decodeReply, encodeQuestion, type Reply } from './dns-message.js';

const QUESTION = { name: 'example.com', type: 'TXT' } as const;
const ID = 7;
/** The size in bytes of the header and the question. */
const BEFORE_RECORDS = 12 + 17;
const HOST_CHARACTERS = /^[a-z0-9._*?-]*$/;

const encodeReply = (packet: Packet): Buffer => encode({ type: 'response', id: ID, questions: [QUESTION], ...packet });

/** A label before the end of a name, for which its encoder takes a dot as a separator. It has at most 20 of the 63 bytes of a label. */
const label = fc
  .oneof(
    fc.uint8Array({ minLength: 1, maxLength: 5 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }),
    fc.constantFrom('www', 'EXAMPLE', 'com'),
  )
  .map((text) => text.replaceAll('.', '-'));
const hostileName = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'));
const bytes = fc.uint8Array({ maxLength: 300 }).map((all) => Buffer.from(all));
const textBytes = fc.uint8Array({ maxLength: 50 }).map((all) => Buffer.from(all));

/** Accepts any tag, because the type of dns-packet has only the standard ones. */
function caaRecord(name: string, data: { issuerCritical: boolean; tag: string; value: string }): Answer {
  return { type: 'CAA', name, data: { ...data, tag: data.tag as CaaData['tag'] } };
}

const record: fc.Arbitrary<Answer> = fc.oneof(
  fc.record({ type: fc.constant('A' as const), name: hostileName, data: fc.ipV4() }),
  fc.record({ type: fc.constant('AAAA' as const), name: hostileName, data: fc.ipV6() }),
  fc.record({ type: fc.constantFrom('CNAME' as const, 'NS' as const), name: hostileName, data: hostileName }),
  fc.record({ type: fc.constant('TXT' as const), name: hostileName, data: fc.array(textBytes, { minLength: 1, maxLength: 3 }) }),
  fc
    .tuple(hostileName, fc.record({ issuerCritical: fc.boolean(), tag: fc.oneof(label, fc.constant('ISSUE')), value: fc.string() }))
    .map(([name, data]) => caaRecord(name, data)),
  fc.record({
    type: fc.constant('MX' as const),
    name: hostileName,
    data: fc.record({ preference: fc.nat(9), exchange: hostileName }),
  }),
);
const records = fc.array(record, { minLength: 1, maxLength: 4 });
const sections = fc.record({ answers: records, authorities: records, additionals: records });

function recordsOf({ answers, authorities, additionals }: Pick<Reply, 'answers' | 'authorities' | 'additionals'>): Reply['answers'] {
  return [...answers, ...authorities, ...additionals];
}

/** The owner names, and the names in the data. */
function namesOf(reply: Reply): string[] {
  return recordsOf(reply).flatMap(({ name, type, value, caa }) => [
    name,
    ...(type === 'CNAME' || type === 'NS' ? [value] : []),
    ...(caa ? [caa.tag] : []),
  ]);
}

describe('decodeReply', () => {
  it('returns the texts that a server has sent', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 50 }), { maxLength: 5 }), (texts) => {
        const answers = texts.map((data): Answer => ({ type: 'TXT', name: 'EXAMPLE.com', data }));

        expect(decodeReply(encodeReply({ answers }), ID, QUESTION)?.answers).toEqual(
          texts.map((value) => ({ name: 'example.com', type: 'TXT', value })),
        );
      }),
    );
  });

  it.each([
    ['another id', { id: ID + 1 }],
    ['the flag of a query', { type: 'query' }],
    ['another name in its question', { questions: [{ ...QUESTION, name: 'www.example.com' }] }],
    ['another type in its question', { questions: [{ ...QUESTION, type: 'A' }] }],
    ['no question', { questions: [] }],
  ] satisfies [string, Packet][])('rejects a response with %s', (_what, difference) => {
    const answers: Answer[] = [{ type: 'TXT', name: 'example.com', data: 'text' }];

    expect(decodeReply(encodeReply({ answers }), ID, QUESTION)?.answers).toHaveLength(1);
    expect(decodeReply(encodeReply({ answers, ...difference }), ID, QUESTION)).toBeNull();
  });

  it('accepts the name of the question in upper case', () => {
    expect(decodeReply(encodeReply({ questions: [{ ...QUESTION, name: 'EXAMPLE.COM' }] }), ID, QUESTION)?.answers).toEqual([]);
  });

  it('maps each byte of a text to one character, also above 127, and joins the character-strings', () => {
    const answers: Answer[] = [{ type: 'TXT', name: 'example.com', data: [Buffer.from([0x61, 0x80]), Buffer.from([0xc3, 0xa9, 0xff])] }];

    expect(decodeReply(encodeReply({ answers }), ID, QUESTION)?.answers).toEqual([
      { name: 'example.com', type: 'TXT', value: 'a\u0080\u00c3\u00a9\u00ff' },
    ]);
  });

  it.each(['CNAME', 'NS'] as const)('normalizes the host of a %s record like a name', (type) => {
    const answers: Answer[] = [{ type, name: 'A b.EXAMPLE.com', data: 'É<x>_1.*.Host-2.com' }];

    expect(decodeReply(encodeReply({ answers }), ID, QUESTION)?.answers).toEqual([
      { name: 'a?b.example.com', type, value: '??x?_1.*.host-2.com' },
    ]);
  });

  it('returns an empty name for the root', () => {
    const answers: Answer[] = [{ type: 'NS', name: '.', data: '.' }];

    expect(decodeReply(encodeReply({ answers }), ID, QUESTION)?.answers).toEqual([{ name: '', type: 'NS', value: '' }]);
  });

  it('lower-cases the tag of a CAA record, and keeps only letters and digits', () => {
    const answers = [caaRecord('example.com', { issuerCritical: true, tag: 'ISSUE-w.1', value: 'ca.example' })];

    expect(decodeReply(encodeReply({ answers }), ID, QUESTION)?.answers).toEqual([
      { name: 'example.com', type: 'CAA', value: '', caa: { critical: true, tag: 'issue?w?1', value: 'ca.example' } },
    ]);
  });
});

describe('decodeReply with untrusted input', () => {
  it('returns all records, with only host name characters in names', () => {
    fc.assert(
      fc.property(sections, (sent) => {
        const reply = decodeReply(encodeReply(sent), ID, QUESTION)!;

        expect(recordsOf(reply).map(({ type }) => type)).toEqual(
          [...sent.answers, ...sent.authorities, ...sent.additionals].map(({ type }) => type),
        );
        for (const name of namesOf(reply)) expect(name).toMatch(HOST_CHARACTERS);
      }),
    );
  });

  it('returns only host name characters in names, also for changed bytes', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 2 });
    const runs = 300;
    let names = 0;
    fc.assert(
      fc.property(sections, changes, (sent, changed) => {
        const message = encodeReply(sent);
        for (const [at, byte] of changed) message[BEFORE_RECORDS + (at % (message.length - BEFORE_RECORDS))] = byte;
        const reply = decodeReply(message, ID, QUESTION);
        for (const name of reply ? namesOf(reply) : []) {
          names += 1;
          expect(name).toMatch(HOST_CHARACTERS);
        }
      }),
      { numRuns: runs },
    );
    // Most responses stay readable. Otherwise this test would check nothing.
    expect(names).toBeGreaterThan(runs);
  });

  it('parses or rejects any bytes', () => {
    /** The header and the question of a response to the query, followed by arbitrary data. */
    const afterQuestion = fc.tuple(fc.uint8Array({ minLength: 6, maxLength: 6 }), bytes).map(([counts, rest]) => {
      const message = Buffer.concat([encodeQuestion(ID, QUESTION).subarray(0, BEFORE_RECORDS), rest]);
      message[2] = 0x84;
      message.set(
        counts.map((count, n) => (n % 2 === 0 ? 0 : count % 3)),
        6,
      );
      return message;
    });
    fc.assert(
      fc.property(fc.oneof(bytes, afterQuestion), (message) => {
        expect(() => decodeReply(message, ID, QUESTION)).not.toThrow();
      }),
      { numRuns: 1_000 },
    );
  });
});
