const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The maximum number of days in one response, because each may name every client of the domain. */
export const MAX_DAYS = 92;
export const DEFAULT_DAYS = 30;

/** UTC days such as `2026-11-25`, both inclusive. */
export interface UsagePeriod {
  from: string;
  to: string;
}

/** Whether a text is an existing RFC 3339 day since 1970. PostgreSQL has no year 0. */
export function isDate(text: string): boolean {
  const time = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // A day that the month does not have would become one of the next month.
  return time >= 0 && formatDate(time) === text;
}

/**
 * The requested period: by default the last 30 days until `to`, which defaults to today.
 *
 * @param now milliseconds since the epoch
 *
 * @returns null if it ends before it begins, or has more than 92 days
 */
export function selectPeriod({ from, to }: Partial<UsagePeriod>, now: number): UsagePeriod | null {
  const end = to === undefined ? now : Date.parse(`${to}T00:00:00Z`);
  const start = from === undefined ? end - (DEFAULT_DAYS - 1) * DAY_MS : Date.parse(`${from}T00:00:00Z`);
  const days = Math.floor(end / DAY_MS) - Math.floor(start / DAY_MS) + 1;
  return days >= 1 && days <= MAX_DAYS ? { from: formatDate(start), to: formatDate(end) } : null;
}

function formatDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
