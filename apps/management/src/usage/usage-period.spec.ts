import { describe, expect, it } from '@jest/globals';
import { isDate, selectPeriod } from './usage-period.js';

const NOW = Date.parse('2026-11-25T23:59:59.999Z');

describe('isDate', () => {
  it.each(['2026-11-25', '2024-02-29', '1970-01-01'])('accepts %s', (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each([
    '',
    '2026-11-31',
    '2025-02-29',
    '2026-13-01',
    '2026-11-25T00:00:00Z',
    '2026-1-1',
    '20261125',
    '2026-11-25\n',
    '٢٠٢٦-11-25',
    '0000-01-01',
    '1969-12-31',
  ])('rejects %j', (text) => {
    expect(isDate(text)).toBe(false);
  });
});

describe('selectPeriod', () => {
  it.each([
    [{}, { from: '2026-10-27', to: '2026-11-25' }],
    [{ to: '2026-03-01' }, { from: '2026-01-31', to: '2026-03-01' }],
    [{ from: '2026-11-25' }, { from: '2026-11-25', to: '2026-11-25' }],
    [
      { from: '2026-08-01', to: '2026-10-31' },
      { from: '2026-08-01', to: '2026-10-31' },
    ],
  ])('selects for %j the period %j', (asked, expected) => {
    expect(selectPeriod(asked, NOW)).toEqual(expected);
  });

  it.each([{ from: '2026-11-26' }, { from: '2026-11-02', to: '2026-11-01' }, { from: '2026-08-01', to: '2026-11-01' }])(
    'rejects %j',
    (asked) => {
      expect(selectPeriod(asked, NOW)).toBeNull();
    },
  );
});
