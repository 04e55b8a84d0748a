import type { Instant } from '@latchkey/persistence';

/** RFC 3339 section 5.6 allows letters in lower case. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})t([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Parses an RFC 3339 time. Rounds a fraction of any length up to a microsecond; a leap second becomes the second after it.
 * @returns null if the text is not such a time
 */
export function parseRfc3339(text: string): Instant | null {
  const [, day = '', hour = '', minute = '', second = '', fraction = '', sign, offsetHour, offsetMinute] = DATE_TIME.exec(text) ?? [];
  const isLeap = second === '60';
  const local = new Date(`${day}T${hour}:${minute}:${isLeap ? '59' : second}Z`);
  // A day that the month does not have would become one of the next month.
  if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(day)) return null;
  const offset = sign === undefined ? 0 : (Number(offsetHour) * 60 + Number(offsetMinute)) * MINUTE_MS * (sign === '-' ? -1 : 1);
  const utc = local.getTime() - offset;
  const next = utc + 1_000;
  if (isLeap && next % DAY_MS !== 0) return null;
  return { date: new Date(isLeap ? next : utc), microseconds: roundUpToMicroseconds(fraction) };
}

/** For class members that may also be null. */
export function findTimeViolation(value: unknown): string | null {
  return typeof value === 'string' && parseRfc3339(value) ? null : 'must be a time of RFC 3339 or null';
}

/** The log has microseconds. A bound with a finer fraction is rounded up. */
function roundUpToMicroseconds(fraction: string): number {
  const [kept, rest] = [fraction.slice(0, 6), fraction.slice(6)];
  return Number(kept.padEnd(6, '0')) + (/[1-9]/.test(rest) ? 1 : 0);
}
