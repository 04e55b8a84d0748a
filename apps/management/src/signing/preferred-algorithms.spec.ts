import { describe, expect, it } from '@jest/globals';
import type { SigningAlgorithm } from '@latchkey/crypto';
import type { SigningKey } from '@latchkey/persistence';
import { preferAlgorithm } from './preferred-algorithms.js';

const NOW = 1_000;
/** RS256 and ES256 sign; EdDSA and PS256 are published in advance. */
const KEYS = Object.entries({ EdDSA: 1_600, PS256: 1_600, RS256: 0, ES256: 0 }).map(([algorithm, signsFrom]) => {
  return { algorithm, signsFrom: new Date(signsFrom) } as SigningKey;
});

describe('algorithms of a domain', () => {
  it.each<[SigningAlgorithm, SigningAlgorithm[], SigningAlgorithm[]]>([
    ['ES256', ['RS256', 'ES256'], ['ES256', 'RS256']],
    ['EdDSA', ['RS256', 'ES256'], ['EdDSA', 'RS256']],
    ['EdDSA', ['EdDSA', 'RS256'], ['EdDSA', 'RS256']],
    ['PS256', ['EdDSA', 'RS256'], ['PS256', 'RS256']],
    ['RS256', ['EdDSA', 'RS256'], ['RS256']],
  ])('put the chosen %s before the current one: %j become %j', (chosen, own, expected) => {
    expect(preferAlgorithm(chosen, { keys: KEYS, own }, NOW)).toEqual(expected);
  });
});

describe('algorithms of a domain without an RS256 key', () => {
  const keys = KEYS.filter(({ algorithm }) => algorithm !== 'RS256');

  it.each<[SigningAlgorithm, SigningAlgorithm[], SigningAlgorithm[]]>([
    ['PS256', ['RS256', 'ES256'], ['PS256', 'RS256']],
    ['EdDSA', ['PS256', 'RS256'], ['EdDSA', 'RS256']],
    ['EdDSA', ['ES256'], ['EdDSA', 'ES256']],
  ])('keep a used RS256 after the chosen %s: %j become %j', (chosen, own, expected) => {
    expect(preferAlgorithm(chosen, { keys, own }, NOW)).toEqual(expected);
  });
});

describe('algorithms of a client', () => {
  it.each<[SigningAlgorithm, SigningAlgorithm[] | null, SigningAlgorithm[]]>([
    ['EdDSA', null, ['EdDSA', 'RS256']],
    ['RS256', null, ['RS256']],
    ['PS256', ['EdDSA', 'ES256'], ['PS256', 'ES256']],
  ])("put the chosen %s before the current one, or the domain's: %j become %j", (chosen, own, expected) => {
    expect(preferAlgorithm(chosen, { keys: KEYS, own, fallback: ['RS256', 'ES256'] }, NOW)).toEqual(expected);
  });
});
