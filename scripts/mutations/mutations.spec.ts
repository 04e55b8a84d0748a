import { describe, expect, it } from '@jest/globals';
import { readText, ROOT } from '../../test/support/pages.js';
import { findFault, removeControl, toNamePattern, type Mutation } from './mutation.mjs';
import { renderControls } from './list.mjs';
import { MUTATIONS } from './mutations.mjs';

const MUTATION: Mutation = {
  control: 'a control',
  rule: 'a rule',
  file: 'README.md',
  text: 'if (isForbidden) throw error;',
  replacement: '$&',
  test: { file: 'README.md', title: 'a title' },
};

describe('the list of removable controls', () => {
  it.each(MUTATIONS.map((mutation) => [mutation.control, mutation] as const))(
    'matches the code and the tests: %s',
    (_control, mutation) => {
      expect(findFault(ROOT, mutation)).toBeNull();
    },
  );

  it('names each control once', () => {
    const names = MUTATIONS.map(({ control }) => control);

    expect(names).toEqual([...new Set(names)]);
  });

  it('matches docs/security-tests.md', () => {
    const [, list] = readText('docs/security-tests.md').split('asks for.\n\n');

    expect(list).toBe(renderControls(MUTATIONS));
  });
});

describe('the removal of a control', () => {
  it('replaces its text', () => {
    expect(removeControl('a; if (isForbidden) throw error; b;', MUTATION)).toBe('a; $& b;');
  });

  it.each([
    ['', 0],
    ['if (isForbidden) throw error; if (isForbidden) throw error;', 2],
  ])('fails if the text does not occur once: %j', (source, occurrences) => {
    expect(() => removeControl(source, MUTATION)).toThrow(`must occur once in README.md, not ${occurrences} times`);
  });

  it.each([
    ['nowhere.ts', 'README.md', 'nowhere.ts does not exist'],
    ['README.md', 'nowhere.spec.ts', 'nowhere.spec.ts does not exist'],
    ['README.md', 'README.md', 'has no test "a title"'],
  ])('fails if %s, %s or its test is missing', (file, testFile, fault) => {
    expect(findFault(ROOT, { ...MUTATION, file, test: { ...MUTATION.test, file: testFile } })).toContain(fault);
  });
});

describe('the pattern of a title', () => {
  it.each([
    ['is refused', 'a token is refused', true],
    ['is refused', 'a token is refused twice', false],
    ['%s is (not) read: %j', 'a JWT of "x" is (not) read: {"a":1}', true],
    ['%s is (not) read: %j', 'a JWT is not read: {}', false],
  ])('%s, for the test %s: %s', (title, name, isMatch) => {
    expect(new RegExp(toNamePattern(title), 'i').test(name)).toBe(isMatch);
  });
});
