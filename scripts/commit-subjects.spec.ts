import { describe, expect, it } from '@jest/globals';
import { findSubjectViolation } from './commit-subjects.mjs';

describe('findSubjectViolation', () => {
  it.each(['feat: add a thing', 'fix(auth): refuse a second code', 'refactor(dns-provider)!: drop a route'])('accepts %j', (subject) => {
    expect(findSubjectViolation(subject)).toBeNull();
  });

  it.each(['Add a thing', 'feat add a thing', 'feature: add a thing', 'feat(Auth): add', 'feat:', 'fix: end with a full stop.'])(
    'rejects %j',
    (subject) => {
      expect(findSubjectViolation(subject)).toContain('type(scope): summary');
    },
  );

  it('rejects more than 72 characters', () => {
    expect(findSubjectViolation(`feat: ${'x'.repeat(66)}`)).toBeNull();
    expect(findSubjectViolation(`feat: ${'x'.repeat(67)}`)).toBe('has 73 characters; shorten it to 72');
  });
});
