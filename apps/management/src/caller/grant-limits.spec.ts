import { describe, expect, it } from '@jest/globals';
import type { Problem } from '@latchkey/problem';
import { isWithinDomains, requireGrantable, type Grant, type Rights } from './grant-limits.js';

type Names = readonly string[];

/** @returns the pointers of what the caller lacks */
function listPointers(rights: Partial<Rights>, grant: Grant): string[] {
  try {
    requireGrantable({ name: 'ci', permissions: ['*'], domains: null, networks: null, ...rights }, grant);
    return [];
  } catch (error) {
    return (error as Problem).toDocument('').errors!.map(({ pointer }) => pointer);
  }
}

describe('requireGrantable', () => {
  it.each<[Names, Names, string[]]>([
    [['*'], ['*', '*:read', 'client:write'], []],
    [['*:read'], ['*:read', 'client:read'], []],
    [['*:read'], ['*', 'client:write'], ['/permissions/0', '/permissions/1']],
    [['client:write', 'operator:write'], ['client:read', 'client:write'], []],
    [
      ['client:read', 'operator:write'],
      ['client:read', 'client:write', '*:read'],
      ['/permissions/1', '/permissions/2'],
    ],
    [[], ['client:read'], ['/permissions/0']],
    [[], [], []],
  ])('finds what a caller with %j may not give of %j', (permissions, granted, pointers) => {
    expect(listPointers({ permissions }, { permissions: granted, domains: null })).toEqual(pointers);
  });

  it.each<[Names | null, Names | null, string[]]>([
    [null, null, []],
    [null, ['a.example.com'], []],
    [['a.example.com', 'b.example.com'], ['b.example.com'], []],
    [['a.example.com'], [], []],
    [['a.example.com'], null, ['/domains']],
    [['a.example.com'], ['a.example.com', 'b.example.com', 'c.example.com'], ['/domains/1', '/domains/2']],
    [[], ['a.example.com'], ['/domains/0']],
  ])('finds the domains that a caller limited to %j may not give of %j', (domains, granted, pointers) => {
    expect(listPointers({ domains }, { permissions: [], domains: granted })).toEqual(pointers);
    expect(isWithinDomains({ domains }, granted)).toBe(pointers.length === 0);
  });
});
