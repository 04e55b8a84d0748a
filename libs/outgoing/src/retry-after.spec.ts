import { expect, it } from '@jest/globals';
import { parseRetryAfter } from './retry-after.js';

it('parses a number of seconds, or a date', () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();

  expect(
    ['7', '0', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', '99999999999', 'soon', '-1', '', null].map(
      parseRetryAfter,
    ),
  ).toEqual([7, 0, 0, 0, 99_999_999_999, null, null, null, null]);
  const [weekday, day, month, year, time] = inAMinute.replace(',', '').split(' ');
  const asctime = `${weekday} ${month} ${day!.replace(/^0/, ' ')} ${time} ${year}`;
  for (const date of [inAMinute, asctime]) expect(Math.abs(parseRetryAfter(date)! - 60)).toBeLessThanOrEqual(1);
});
