import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildSearchPattern, buildSearchText } from './search-text.js';

describe('buildSearchText', () => {
  it('contains the username and the email address, normalized for case and Unicode form', () => {
    expect(buildSearchText('Jane.DOE', 'Jane@Example.COM')).toBe('jane.doe\njane@example.com');
    expect(buildSearchText('ＪＡＮＥ', undefined)).toBe('jane');
    expect(buildSearchText('jane', 7)).toBe('jane');
    expect(buildSearchText('Jane@example.com', 'jane@Example.com')).toBe('\njane@example.com');
  });
});

describe('buildSearchPattern', () => {
  it.each([
    ['j', ['j'], '%j%'],
    ['JD', ['jd'], '%jd%'],
    ['Doe', ['doe'], '%doe%'],
    ['jane', ['jan', 'ane'], '%jane%'],
    ['jane.d', ['jan', 'e.d'], '%jane.d%'],
    ['李明', ['李明'], '%李明%'],
    ['\u{1F600}a', ['\u{1F600}a'], '%\u{1F600}a%'],
    ['aaaaaa', ['aaa'], '%aaaaaa%'],
    // Wildcards of LIKE, and their escapes.
    ['%', ['%'], '%\\%%'],
    ['_', ['_'], '%\\_%'],
    ['\\', ['\\'], '%\\\\%'],
    ['a\\%_b', ['a\\%', '%_b'], '%a\\\\\\%\\_b%'],
    // One character that stands for two.
    ['ß', ['ss'], '%ss%'],
  ])('builds for %s the terms %j and the pattern %s', (search, terms, pattern) => {
    expect(buildSearchPattern(search)).toEqual({ terms, pattern });
  });

  it('uses only a few terms, spread over a long search', () => {
    const part = Array.from({ length: 256 }, (_none, n) => String.fromCodePoint(0x4e00 + n)).join('');

    const { terms, pattern } = buildSearchPattern(part)!;

    expect(pattern).toBe(`%${part}%`);
    expect(terms).toHaveLength(4);
    expect([terms[0], terms.at(-1)]).toEqual([part.slice(0, 3), part.slice(-3)]);
  });

  it.each(['\0', 'a\nb', '\n', '\u009f', '\ud800', 'a\udfff'])(
    'returns null for %j, which no username or email address contains',
    (search) => {
      expect(buildSearchPattern(search)).toBeNull();
    },
  );

  it('uses terms of at most three characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (search) => {
        const found = buildSearchPattern(search);
        const folded = found?.pattern.slice(1, -1).replace(/\\(.)/gsu, '$1') ?? '';
        for (const term of found?.terms ?? []) {
          expect(folded).toContain(term);
          expect(Array.from(term).length).toBe(Math.min(3, Array.from(folded).length));
        }
      }),
    );
  });
});
