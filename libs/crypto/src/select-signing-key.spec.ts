import { describe, expect, it } from '@jest/globals';
import { selectSigningKey } from './select-signing-key.js';
import type { SigningAlgorithm } from './signing-key.js';

/** Keys written as `ES256@100`: the algorithm, and the time from which they sign. */
function select(keys: string, algorithms: string, now: number): string {
  const parsed = keys.split(' ').map((text) => {
    const [algorithm, signsFrom] = text.split('@') as [SigningAlgorithm, string];
    return { text, algorithm, signsFrom: Number(signsFrom) };
  });
  return selectSigningKey(parsed, algorithms.split(' ') as SigningAlgorithm[], now).text;
}

describe('selectSigningKey', () => {
  it.each([
    ['the only one', 'ES256@0', 'ES256', 100, 'ES256@0'],
    ['the newest whose time has come', 'ES256@200 ES256@100 ES256@0', 'ES256', 150, 'ES256@100'],
    ['a key from its very millisecond on', 'ES256@200 ES256@100', 'ES256', 200, 'ES256@200'],
    ['not one that is published ahead', 'ES256@200 ES256@100', 'ES256', 199, 'ES256@100'],
    ['one of the preferred algorithm, though another is newer', 'ES256@100 RS256@50', 'RS256 ES256', 150, 'RS256@50'],
    ['of the next algorithm until the preferred one has a key that signs', 'RS256@200 ES256@100', 'RS256 ES256', 199, 'ES256@100'],
    ['of the preferred algorithm from then on', 'RS256@200 ES256@100', 'RS256 ES256', 200, 'RS256@200'],
    ['the newest that signs, if no algorithm has a key', 'RS256@200 EdDSA@100 ES256@50', 'PS256', 150, 'EdDSA@100'],
    ['for a clock that is behind, the oldest of the preferred algorithm', 'RS256@300 ES256@200 RS256@200', 'RS256', 50, 'RS256@200'],
    ['for a clock that is behind, the oldest, if no algorithm has a key', 'ES256@200 ES256@100', 'EdDSA', 50, 'ES256@100'],
  ])('returns %s', (_which, keys, algorithms, now, selected) => {
    expect(select(keys, algorithms, now)).toBe(selected);
  });

  it('accepts a Date as well as a number', () => {
    const keys = [200, 100].map((time) => ({ algorithm: 'ES256' as const, signsFrom: new Date(time) }));

    expect(selectSigningKey(keys, ['ES256'], 150)).toBe(keys[1]);
  });
});
