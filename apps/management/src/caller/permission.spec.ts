import { describe, expect, it } from '@jest/globals';
import { includesPermission, type GrantedPermission } from './permission.js';

describe('includesPermission', () => {
  it.each<[string[], GrantedPermission, boolean]>([
    [['*'], 'client:write', true],
    [['*'], '*:read', true],
    [['*'], '*', true],
    [['*:read'], 'client:read', true],
    [['*:read'], '*:read', true],
    [['*:read'], 'client:write', false],
    [['*:read'], '*', false],
    [['client:read'], 'client:read', true],
    [['client:read'], 'client:write', false],
    [['client:write'], 'client:write', true],
    [['client:write'], 'client:read', true],
    [['client:write'], 'user:read', false],
    [['client:write'], '*:read', false],
    [['user:read', 'client:write'], 'client:write', true],
    [[], 'client:read', false],
  ])('%j includes %s: %s', (granted, wanted, expected) => {
    expect(includesPermission(granted, wanted)).toBe(expected);
  });
});
