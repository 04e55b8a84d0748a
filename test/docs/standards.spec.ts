import { describe, expect, it } from '@jest/globals';
import { readText } from '../support/pages.js';

const PAGE = 'docs/standards.md';
const TESTS = [...readText(PAGE).matchAll(/\[((?:[^\]\\]|\\.)+)\]\(\.\.\/([^)\s]+spec\.ts)\)/g)].map(
  ([, title = '', file = '']) => [title, file] as const,
);

describe('the tests that docs/standards.md names', () => {
  it('exist', () => {
    const quotes = [`'`, '"', '`'];
    const missing = TESTS.filter(([title, file]) => !quotes.some((quote) => readText(file).includes(quote + title + quote)));
    expect(missing).toEqual([]);
  });

  it('are named in every row of its tables, and never for what is left out as a whole', () => {
    const [rows = ''] = readText(PAGE).split('## Left out as a whole');
    const cells = rows.split('\n').filter((line) => line.startsWith('| ') && !/^\| (-+|section|document) /.test(line));
    expect(cells.filter((line) => !line.includes('spec.ts)'))).toEqual([]);
  });
});
