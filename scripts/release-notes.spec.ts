import { describe, expect, it } from '@jest/globals';
import { readReleaseNotes } from './release-notes.mjs';

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.2.0] - 2027-01-31

### Added

- Something.

## [1.1.0] - 2026-12-24

[1.2.0]: https://example.com/1.2.0
`;

describe('readReleaseNotes', () => {
  it("returns the release's section of the changelog", () => {
    expect(readReleaseNotes('v1.2.0', { changelog: CHANGELOG, version: '1.2.0' })).toBe('### Added\n\n- Something.');
  });

  it.each([
    ['v1.3.0', '1.2.0', 'the tag must be v1.2.0'],
    ['1.2.0', '1.2.0', 'the tag must be v1.2.0'],
    ['v1.3.0', '1.3.0', 'has no section "## [1.3.0] - DATE"'],
    ['v1.1.0', '1.1.0', 'is empty'],
  ])('fails for the tag %s of version %s: %s', (tag, version, error) => {
    expect(() => readReleaseNotes(tag, { changelog: CHANGELOG, version })).toThrow(error);
  });
});
