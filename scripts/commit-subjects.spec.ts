import { describe, expect, it } from '@jest/globals';
import { findSubjectFault } from './commit-subjects.mjs';

describe('findSubjectFault', () => {
  it.each(['feat: add a thing', 'fix(auth): refuse a second code', 'refactor(dns-provider)!: drop a route'])('accepts %j', (subject) => {
    expect(findSubjectFault(subject)).toBeNull();
  });

  it.each(['Add a thing', 'feat add a thing', 'feature: add a thing', 'feat(Auth): add', 'feat:', 'fix: end with a full stop.'])(
    'rejects %j',
    (subject) => {
      expect(findSubjectFault(subject)).toContain('type(scope): summary');
    },
  );

  it('rejects more than 72 characters', () => {
    expect(findSubjectFault(`feat: ${'x'.repeat(66)}`)).toBeNull();
    expect(findSubjectFault(`feat: ${'x'.repeat(67)}`)).toBe('has 73 characters; shorten it to 72');
  });
});
