import { DATE_LOCALES, DATE_TIME_OPTIONS } from '@latchkey/message';
import { isTimeZone } from '@latchkey/oauth';
import { LRUCache } from 'lru-cache';
import type { Language } from '@latchkey/page-texts';

/** Formats dates for users in their own time zone if it is known, otherwise in UTC. Every time states its zone. */
export interface DateFormatter {
  /** The locale of the page. */
  locale: string;
  /** Whether the user's time zone is known. */
  isZoneKnown: boolean;
  /** "3 March 2026 at 14:05 UTC". */
  formatDateTime(date: Date): string;
  /** "3 March 2026". */
  formatDay(date: Date): string;
  /** "5 minutes ago"; months and years if it is long ago. */
  formatRelative(date: Date): string;
}

const MAX_CACHED_FORMATS = 200;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

/** The units of relative times, each from which age on. */
const UNITS = [
  ['year', YEAR_MS],
  ['month', MONTH_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', 0],
] as const;

/** Creating Intl formats is slow, so cache them by language and time zone. */
const formatCache = new LRUCache<string, { moment: Intl.DateTimeFormat; day: Intl.DateTimeFormat; ago: Intl.RelativeTimeFormat }>({
  max: MAX_CACHED_FORMATS,
});

/** @param timeZone an IANA time zone, such as `Europe/Berlin`; UTC if it is null or not supported */
export function createDateFormatter(language: Language, now: Date, timeZone: string | null = null): DateFormatter {
  const knownZone = timeZone !== null && isTimeZone(timeZone) ? timeZone : null;
  const { moment, day, ago } = getIntlFormats(language, knownZone ?? 'UTC');
  return {
    locale: DATE_LOCALES[language],
    isZoneKnown: knownZone !== null,
    formatDateTime: (date) => moment.format(date),
    formatDay: (date) => day.format(date),
    formatRelative: (date) => {
      const elapsedMs = Math.max(0, now.getTime() - date.getTime());
      const [unit, fromMs] = UNITS.find(([, ms]) => elapsedMs >= ms)!;
      return ago.format(-Math.floor(elapsedMs / (fromMs || MINUTE_MS)), unit);
    },
  };
}

function getIntlFormats(language: Language, timeZone: string) {
  const [locale, key] = [DATE_LOCALES[language], `${language} ${timeZone}`];
  const made = formatCache.get(key) ?? {
    moment: new Intl.DateTimeFormat(locale, { ...DATE_TIME_OPTIONS, timeZone }),
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }),
    ago: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  };
  formatCache.set(key, made);
  return made;
}
