/** RFC 9110 section 5.6.7: the preferred format, and the RFC 850 format. */
const HTTP_DATE = /^[A-Z][a-z]+, \d{2}[ -]/;
/** The format of C's asctime, which has no time zone. */
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** RFC 9110 section 10.2.3: seconds, or a date. @returns seconds from now, at least 0; null if there is none */
export function parseRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const date = HTTP_DATE.test(value) ? Date.parse(value) : ASCTIME_DATE.test(value) ? Date.parse(`${value} GMT`) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1_000));
}
