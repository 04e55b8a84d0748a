import { describe, expect, it } from '@jest/globals';
import { formatTable } from './table.js';

const widest = (table: string) => Math.max(...table.split('\n').map((line) => line.length));

describe('a table', () => {
  it('has a line of names and one for each row, with a dash for null and times to the minute', () => {
    const rows = [
      { domain: 'a.example.com', active: true, createdAt: '2026-01-02T03:04:05.678Z' },
      { domain: 'b.example.com', active: false, createdAt: null },
    ];

    expect(formatTable(rows)).toBe(
      'domain         active  createdAt\na.example.com  true    2026-01-02T03:04Z\nb.example.com  false   -\n',
    );
  });

  it('has at most 100 columns: the widest cells end with an ellipsis', () => {
    const table = formatTable([{ id: '1', scope: 'a'.repeat(300), name: 'b'.repeat(50) }]);

    expect(widest(table)).toBe(100);
    expect(table.split('\n')[1]).toBe(`1   ${'a'.repeat(46)}…  ${'b'.repeat(46)}…`);
  });

  it('shortens identifiers last, and leaves out columns without any value', () => {
    const id = '1ac677cd-264a-4f19-aa71-da23bfb0b058';
    const time = '2026-01-02T03:04:05.678Z';
    const rows = [
      { id, name: 'n'.repeat(60), permissions: ['client:write', 'log:read'], domains: null, createdAt: time, lastUsedAt: time },
    ];

    const [names, row] = formatTable(rows).split('\n');

    expect(names).toMatch(/^id +name +permissions +createdAt +lastUsedAt$/);
    expect(row).toMatch(new RegExp(`^${id}  n+…  client:write…?`));
    expect(widest(row!)).toBeLessThanOrEqual(100);
  });

  it('counts wide characters as two columns and combining ones as none', () => {
    const [, wide = '', combined = ''] = formatTable([
      { name: '漢'.repeat(80), end: 'x' },
      { name: 'e\u0301', end: 'x' },
    ]).split('\n');

    expect(wide).toBe(`${'漢'.repeat(47)}…  x`);
    expect(combined).toBe(`e\u0301${' '.repeat(94)}  x`);
  });

  it('shows control characters escaped, so that they do not control the terminal', () => {
    expect(formatTable([{ name: 'a\u001b[2J\u202eb\nc' }])).toBe('name\na\\u001b[2J\\u202eb\\u000ac\n');
  });
});
