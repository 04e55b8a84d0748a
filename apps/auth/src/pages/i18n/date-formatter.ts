import { DATE_LOCALES, DATE_TIME_OPTIONS } from '@latchkey/message';
import { isTimeZone } from '@latchkey/oauth';
import { LRUCache } from 'lru-cache';
import type { Language } from './language.js';

/** Formats dates for users in their own time zone if it is known, otherwise in UTC. Every time states its zone. */
export interface DateFormatter {
  /** The locale of the page. */
  locale: string;
  /** Whether the user's time zone is known. */
  isZoneKnown: boolean;
  /** "3 March 2026 at 14:05 UTC". */
  formatDateTime(date: Date): string;
  /** "5 minutes ago". */
  formatRelative(date: Date): string;
}

const MAX_CACHED_FORMATS = 200;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Creating Intl formats is slow, so cache them by language and time zone. */
const formatCache = new LRUCache<string, { moment: Intl.DateTimeFormat; ago: Intl.RelativeTimeFormat }>({ max: MAX_CACHED_FORMATS });

/** @param timeZone an IANA time zone, such as `Europe/Berlin`; UTC if it is null or not supported */
export function createDateFormatter(language: Language, now: Date, timeZone: string | null = null): DateFormatter {
  const knownZone = timeZone !== null && isTimeZone(timeZone) ? timeZone : null;
  const { moment, ago } = getIntlFormats(language, knownZone ?? 'UTC');
  return {
    locale: DATE_LOCALES[language],
    isZoneKnown: knownZone !== null,
    formatDateTime: (date) => moment.format(date),
    formatRelative: (date) => {
      const elapsedMs = Math.max(0, now.getTime() - date.getTime());
      if (elapsedMs < HOUR_MS) return ago.format(-Math.floor(elapsedMs / MINUTE_MS), 'minute');
      return elapsedMs < DAY_MS ? ago.format(-Math.floor(elapsedMs / HOUR_MS), 'hour') : ago.format(-Math.floor(elapsedMs / DAY_MS), 'day');
    },
  };
}

function getIntlFormats(language: Language, timeZone: string) {
  const [locale, key] = [DATE_LOCALES[language], `${language} ${timeZone}`];
  const made = formatCache.get(key) ?? {
    moment: new Intl.DateTimeFormat(locale, { ...DATE_TIME_OPTIONS, timeZone }),
    ago: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  };
  formatCache.set(key, made);
  return made;
}
