import { describe, expect, it } from '@jest/globals';
import type { FederationFailure } from '../federation-failure.js';
import type { UpstreamClaims } from './claim-mapper.js';
import { checkRequiredClaims } from './required-claims.js';

function outcome(...documents: UpstreamClaims[]): string {
  try {
    checkRequiredClaims(documents, { hd: 'example.com' });
    return 'accepted';
  } catch (error) {
    return (error as FederationFailure).reason;
  }
}

describe('checkRequiredClaims', () => {
  it.each<[UpstreamClaims[], string]>([
    [[{ hd: 'example.com' }], 'accepted'],
    [[{ hd: ['other.example', 'example.com'] }], 'accepted'],
    [[{}, { hd: 'example.com' }], 'accepted'],
    [[{ hd: null }, { hd: 'example.com' }], 'accepted'],
    [[{ hd: 'other.example' }, { hd: 'example.com' }], 'required-claim'],
    [[{ hd: 'Example.com' }], 'required-claim'],
    [[{ hd: 'sub.example.com' }], 'required-claim'],
    [[{ hd: ['other.example'] }], 'required-claim'],
    [[{ hd: [['example.com']] }], 'required-claim'],
    [[{ hd: { value: 'example.com' } }], 'required-claim'],
    [[{}], 'required-claim'],
    [[Object.create({ hd: 'example.com' }) as UpstreamClaims], 'required-claim'],
  ])('validates %j: %s', (documents, expected) => {
    expect(outcome(...documents)).toBe(expected);
  });

  it.each([[1], [true]])('compares %j without converting it', (value) => {
    expect(() => checkRequiredClaims([{ level: value }], { level: value })).not.toThrow();
    expect(() => checkRequiredClaims([{ level: String(value) }], { level: value })).toThrow('required-claim');
  });

  it.each<[unknown, string | null]>([
    ['example.com', null],
    ['example.org', null],
    [['staff', 'example.org'], null],
    ['example.net', 'hd'],
    [['example.com,example.org'], 'hd'],
    [[['example.com']], 'hd'],
    [undefined, 'hd'],
  ])('accepts one of a list of values, and names the claim of another: %j', (value, claim) => {
    const refused = { claim: null as string | null };
    try {
      checkRequiredClaims([{ hd: value }], { hd: ['example.com', 'example.org'] });
    } catch (error) {
      refused.claim = (error as FederationFailure).claim;
    }
    expect(refused).toEqual({ claim });
  });

  it('requires all claims', () => {
    expect(() => checkRequiredClaims([{ hd: 'example.com' }], { hd: 'example.com', tid: 'a' })).toThrow('required-claim');
  });
});
