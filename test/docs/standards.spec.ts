import { describe, expect, it } from '@jest/globals';
import { readText } from '../support/pages.js';

const PAGE = 'docs/standards.md';
const TESTS = [...readText(PAGE).matchAll(/\[((?:[^\]\\]|\\.)+)\]\(\.\.\/([^)\s]+spec\.ts)\)/g)].map(
  ([, title = '', file = '']) => [title, file] as const,
);

describe('the tests that docs/standards.md names', () => {
  it('all exist', () => {
    const quotes = [`'`, '"', '`'];
    const missing = TESTS.filter(([title, file]) => !quotes.some((quote) => readText(file).includes(quote + title + quote)));
    expect(missing).toEqual([]);
  });

  it('cover every entry except those that are left out as a whole', () => {
    const [entries = '', leftOut = ''] = readText(PAGE).split('## Left out as a whole');
    const lines = entries.split('\n').filter((line) => /^ *- (?!\*\*[^*]+\*\*$)/.test(line));
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter((line) => !line.includes('spec.ts)'))).toEqual([]);
    expect(leftOut).not.toContain('spec.ts)');
  });
});
