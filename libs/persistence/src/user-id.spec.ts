import { describe, expect, it } from '@jest/globals';
import { subTextOf, userIdOf } from './user-id.js';

const DOMAIN = '0b0f3f5e-1f3c-4a55-8d4b-2f9f9c5a7d10';
const OTHER_DOMAIN = '1b0f3f5e-1f3c-4a55-8d4b-2f9f9c5a7d10';
const UUID = '3f1c9d52-5f0e-4c3a-9a51-6b1f4d0e7c21';
const MAYA = '1a7c0995-a701-834e-b070-877c5ef57d7f';

describe('the id of a user', () => {
  it('is the sub if that is a UUID, in lower case', () => {
    expect([userIdOf(DOMAIN, UUID), userIdOf(DOMAIN, UUID.toUpperCase())]).toEqual([UUID, UUID]);
    expect(subTextOf(UUID.toUpperCase())).toBeNull();
  });

  it('is made from domain and sub otherwise, and never changes', () => {
    expect(userIdOf(DOMAIN, 'maya.k~7')).toBe(MAYA);
    expect(subTextOf('maya.k~7')).toBe('maya.k~7');
  });

  it('differs by domain and by case', () => {
    const ids = [MAYA, userIdOf(OTHER_DOMAIN, 'maya.k~7'), userIdOf(DOMAIN, 'Maya.k~7')];
    expect(new Set(ids).size).toBe(3);
  });

  it('is no sub that means the same user', () => {
    expect(userIdOf(DOMAIN, MAYA)).not.toBe(MAYA);
    expect(userIdOf(DOMAIN, MAYA.toUpperCase())).toBe(userIdOf(DOMAIN, MAYA));
    expect(subTextOf(MAYA.toUpperCase())).toBe(MAYA);
  });
});
