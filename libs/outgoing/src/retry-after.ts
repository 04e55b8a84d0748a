/** RFC 9110 section 5.6.7. */
const HTTP_DATE = /^[A-Z][a-z]+, \d{2}[ -]/;

/** RFC 9110 section 10.2.3: seconds, or a date. @returns seconds from now on, 0 at least; null if there is none */
export function parseRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = HTTP_DATE.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1_000));
}
