import { beforeEach, describe, expect, it } from '@jest/globals';
import { FairCache } from './fair-cache.js';

let cache: FairCache<number>;

beforeEach(() => {
  cache = new FairCache({ total: 100, owner: 60 });
});

const put = (owner: string, key: string, bytes = 9) => cache.set(owner, key, { value: bytes, bytes });

describe('FairCache', () => {
  it('keeps values apart by their owners', () => {
    put('a', 'x', 1);
    put('b', 'x', 2);

    expect([cache.get('a', 'x'), cache.get('b', 'x'), cache.get('c', 'x')]).toEqual([1, 2, undefined]);
    cache.deleteOwner('a');
    expect([cache.get('a', 'x'), cache.get('b', 'x'), [...cache.ownerIds()]]).toEqual([undefined, 2, ['b']]);
  });

  it('gives an owner no more than its room, and removes what was not used for the longest time', () => {
    for (const key of '123456') put('a', key);
    cache.get('a', '1');
    put('a', '7');

    expect([...'1234567'].filter((key) => cache.get('a', key) !== undefined)).toEqual(['1', '3', '4', '5', '6', '7']);
    expect(cache.bytes).toBe(60);
  });

  it('takes from the owner with the most beyond the total', () => {
    put('small', '1');
    for (const key of '123456') put('a', key);
    for (const key of '123456') put('b', key);

    expect(cache.get('small', '1')).toBe(9);
    expect(cache.bytes).toBeLessThanOrEqual(100);
  });

  it('counts a replaced value once, and none that is larger than the room of its owner', () => {
    put('a', '1');
    put('a', '1', 19);
    put('a', '2', 60);

    expect([cache.bytes, cache.get('a', '1'), cache.get('a', '2')]).toEqual([20, 19, undefined]);
  });
});
