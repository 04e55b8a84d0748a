import { describe, expect, it } from '@jest/globals';
import { cutAnswer, MAX_ANSWER_LENGTH } from './receiver-answer.js';

describe('what is kept of an answer', () => {
  it.each([
    ['', null],
    [' \r\n\t ', null],
    ['{"err":"invalid_key"}\r\n', '{"err":"invalid_key"}'],
    ['one\r\ntwo\tthree', 'one\ntwo\tthree'],
    ['a\u0000\u0001\u001b[31mb\rX-Injected: 1', 'a\ufffd[31mb\ufffdX-Injected: 1'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('of %j is %j', (body, kept) => {
    expect(cutAnswer(body, null)).toBe(kept);
  });

  it('has bytes that are not UTF-8 as one mark', () => {
    expect(cutAnswer(Buffer.from([0x61, 0xff, 0xfe, 0x00, 0x62]).toString('utf8'), null)).toBe('a\ufffdb');
  });

  it.each(['x', '🙂'])('ends with an ellipsis after 1,000 characters such as %s', (character) => {
    expect(cutAnswer(character.repeat(MAX_ANSWER_LENGTH), null)).toBe(character.repeat(MAX_ANSWER_LENGTH));
    expect(cutAnswer(character.repeat(MAX_ANSWER_LENGTH + 1), null)).toBe(`${character.repeat(MAX_ANSWER_LENGTH - 1)}…`);
  });

  it.each([
    ['Bearer s3cr"et/', 'got Bearer s3cr"et/ here', 'got [removed] here'],
    ['Bearer s3cr"et/', 'token s3cr"et/ is old', 'token [removed] is old'],
    ['Bearer s3cr"et/', JSON.stringify({ got: 'Bearer s3cr"et/' }), '{"got":"[removed]"}'],
    ['a-key-without-scheme', 'a-key-without-scheme?', '[removed]?'],
    ['Bearer long-secret', `${'x'.repeat(MAX_ANSWER_LENGTH - 5)}long-secret`, `${'x'.repeat(MAX_ANSWER_LENGTH - 5)}[rem…`],
  ])('lacks the header %j', (authorization, body, kept) => {
    expect(cutAnswer(body, authorization)).toBe(kept);
  });
});
