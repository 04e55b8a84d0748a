import { describe, expect, it } from '@jest/globals';
import { listDays, selectPeriods, toFigure, toParts, toValues } from './usage-data.js';

const PERIOD = { from: '2026-11-27', to: '2026-11-29' };
const USAGE = [
  { date: '2026-11-27', tokens: { a: 1, b: 9 }, signIns: { passkey: 2, totp: 1 }, activeUsers: 3 },
  { date: '2026-11-29', tokens: { a: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }, signIns: {}, activeUsers: 2 },
];

describe('usage', () => {
  it('selects as many days before', () => {
    expect(selectPeriods(7, Date.parse('2026-03-02T23:59:00Z'))).toEqual({
      current: { from: '2026-02-24', to: '2026-03-02' },
      previous: { from: '2026-02-17', to: '2026-02-23' },
    });
  });

  it('lists every day', () => {
    expect(listDays(PERIOD)).toEqual(['2026-11-27', '2026-11-28', '2026-11-29']);
  });

  it('counts 0 for a day without use', () => {
    expect(toValues(USAGE, PERIOD, 'signIns')).toEqual([3, 0, 0]);
    expect(toValues(USAGE, PERIOD, 'activeUsers')).toEqual([3, 0, 2]);
  });

  it('adds tokens up, and averages active users', () => {
    expect(toFigure([3, 0, 3], 'tokens')).toBe(6);
    expect(toFigure([3, 0, 3], 'activeUsers')).toBe(2);
  });

  it('shows the five largest parts, and the others together', () => {
    const parts = toParts(USAGE, PERIOD, 'tokens');
    expect(parts.map(({ name, total }) => [name, total])).toEqual([
      ['b', 9],
      ['a', 2],
      ['c', 1],
      ['d', 1],
      ['e', 1],
      [null, 2],
    ]);
  });
});
