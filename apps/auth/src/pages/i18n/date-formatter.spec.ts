import { describe, expect, it } from '@jest/globals';
import { createDateFormatter } from './date-formatter.js';

const NOW = new Date('2026-11-20T12:00:00Z');

describe('formatDateTime', () => {
  it.each([
    ['en', '3 March 2026 at 23:59 UTC'],
    ['de', '3. März 2026 um 23:59 UTC'],
    ['fr', '3 mars 2026 à 23:59 UTC'],
    ['es', '3 de marzo de 2026 a las 23:59 UTC'],
    ['pt', '3 de março de 2026 às 23:59 UTC'],
    ['ar', '3 مارس 2026 في 11:59 م UTC'],
    ['ja', '2026年3月3日 23:59 UTC'],
  ] as const)('formats a time in %s: %s', (language, text) => {
    expect(createDateFormatter(language, NOW).formatDateTime(new Date('2026-03-03T23:59:59Z'))).toBe(text);
  });

  it.each([
    ['Europe/Berlin', '4 March 2026 at 00:59 CET', true],
    ['Asia/Kolkata', '4 March 2026 at 05:29 GMT+5:30', true],
    ['Mars/Olympus', '3 March 2026 at 23:59 UTC', false],
    [null, '3 March 2026 at 23:59 UTC', false],
  ])('formats a time in the time zone %s', (zone, text, isZoneKnown) => {
    const formatter = createDateFormatter('en', NOW, zone);

    expect([formatter.formatDateTime(new Date('2026-03-03T23:59:59Z')), formatter.isZoneKnown]).toEqual([text, isZoneKnown]);
  });
});

it('formats a day in the time zone', () => {
  expect(createDateFormatter('en', NOW, 'Europe/Berlin').formatDay(new Date('2026-03-03T23:59:59Z'))).toBe('4 March 2026');
});

describe('formatRelative', () => {
  it.each([
    ['2026-11-20T12:00:00Z', 'this minute'],
    ['2026-11-20T12:05:00Z', 'this minute'],
    ['2026-11-20T11:59:00Z', '1 minute ago'],
    ['2026-11-20T11:00:01Z', '59 minutes ago'],
    ['2026-11-20T11:00:00Z', '1 hour ago'],
    ['2026-11-19T12:00:01Z', '23 hours ago'],
    ['2026-11-19T12:00:00Z', 'yesterday'],
    ['2026-10-21T12:00:01Z', '29 days ago'],
    ['2026-10-21T12:00:00Z', 'last month'],
    ['2025-11-20T12:00:01Z', '12 months ago'],
    ['2025-11-20T12:00:00Z', 'last year'],
  ])('formats a relative time for %s as "%s"', (at, text) => {
    expect(createDateFormatter('en', NOW).formatRelative(new Date(at))).toBe(text);
  });

  it('uses the language of the page', () => {
    const at = new Date('2026-11-20T11:55:00Z');
    expect([createDateFormatter('de', NOW).formatRelative(at), createDateFormatter('fr', NOW).formatRelative(at)]).toEqual([
      'vor 5 Minuten',
      'il y a 5 minutes',
    ]);
  });
});
