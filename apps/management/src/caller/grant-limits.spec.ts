import { describe, expect, it } from '@jest/globals';
import { findGrantViolations, isWithinDomains } from './grant-limits.js';
import type { GrantedPermission } from './permission.js';

type Names = readonly string[];

describe('findGrantViolations', () => {
  it.each<[Names, GrantedPermission[], string[]]>([
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
    const violations = findGrantViolations({ permissions, domains: null }, { permissions: granted, domains: null });

    expect(violations.map(({ pointer }) => pointer)).toEqual(pointers);
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
    const violations = findGrantViolations({ permissions: ['*'], domains }, { permissions: [], domains: granted });

    expect(violations.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(isWithinDomains({ domains }, granted)).toBe(pointers.length === 0);
  });
});
