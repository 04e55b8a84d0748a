import { describe, expect, it } from '@jest/globals';
import { encode, type Answer } from 'dns-packet';
import fc from 'fast-check';
import { decodeReply, encodeQuestion } from './dns-message.js';

const QUESTION = { name: 'example.com', type: 'TXT' } as const;
const ID = 7;

describe('a reply', () => {
  it('has the texts that a server sent', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 50 }), { maxLength: 5 }), (texts) => {
        const answers = texts.map((data): Answer => ({ type: 'TXT', name: 'EXAMPLE.com', data }));
        const message = encode({ type: 'response', id: ID, questions: [QUESTION], answers });

        expect(decodeReply(message, ID, QUESTION)?.answers).toEqual(texts.map((value) => ({ name: 'example.com', type: 'TXT', value })));
      }),
    );
  });

  it('is read or refused, for any bytes, and has only names of host characters', () => {
    const bytes = fc.uint8Array({ maxLength: 300 }).map((all) => Buffer.from(all));
    /** The header and the question of a response to our query, followed by any data. */
    const afterQuestion = fc.tuple(fc.uint8Array({ minLength: 6, maxLength: 6 }), bytes).map(([counts, rest]) => {
      const message = Buffer.concat([encodeQuestion(ID, QUESTION).subarray(0, 12 + 17), rest]);
      message[2] = 0x84;
      message.set(
        counts.map((count, n) => (n % 2 === 0 ? 0 : count % 3)),
        6,
      );
      return message;
    });
    fc.assert(
      fc.property(fc.oneof(bytes, afterQuestion), (message) => {
        const reply = decodeReply(message, ID, QUESTION);
        for (const { name } of reply ? [...reply.answers, ...reply.authorities, ...reply.additionals] : [])
          expect(name).toMatch(/^[a-z0-9._*?-]*$/);
      }),
      { numRuns: 1_000 },
    );
  });
});
