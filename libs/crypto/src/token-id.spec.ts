import { describe, expect, it } from '@jest/globals';
import { newTokenId } from './token-id.js';

describe('newTokenId', () => {
  it('returns 128 bits in base64url', () => {
    const ids = Array.from({ length: 600 }, newTokenId);

    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
    expect(Buffer.from(ids[0]!, 'base64url')).toHaveLength(16);
  });

  it('never repeats, however many are drawn', () => {
    const ids = Array.from({ length: 100_000 }, newTokenId);

    expect(new Set(ids).size).toBe(ids.length);
  });

  it('creates ids that reveal nothing about each other: no two share 8 bytes', () => {
    const ids = Array.from({ length: 2_000 }, () => Buffer.from(newTokenId(), 'base64url'));

    const runs = ids.flatMap((id) => Array.from({ length: 9 }, (_, start) => id.toString('hex', start, start + 8)));

    expect(new Set(runs).size).toBe(runs.length);
  });
});
