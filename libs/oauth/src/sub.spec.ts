import { describe, expect, it } from '@jest/globals';
import { findSubViolation, normalizeSub } from './sub.js';

describe('a sub', () => {
  it.each(['m', 'maya.k~7', '3F1C9D52-5F0E-4C3A-9A51-6B1F4D0E7C21', '...', '.a', '-_~', 'x'.repeat(128)])('may be %s', (sub) => {
    expect(findSubViolation(sub)).toBeNull();
  });

  it.each(['', '.', '..', 'x'.repeat(129), 'a b', 'a/b', 'jané', 'a\n', 'auth0|7', 7, null, undefined, ['a']])(
    'must not be %j',
    (value) => {
      expect(findSubViolation(value)).toBe('must be 1 to 128 characters, each a letter, a digit or one of - . _ ~, and neither . nor ..');
    },
  );

  it.each([
    ['3F1C9D52-5F0E-4C3A-9A51-6B1F4D0E7C21', '3f1c9d52-5f0e-4c3a-9a51-6b1f4d0e7c21'],
    ['Maya', 'Maya'],
  ])('%s is stored as %s', (sub, stored) => {
    expect(normalizeSub(sub)).toBe(stored);
  });
});
