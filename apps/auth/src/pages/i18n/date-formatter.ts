import type { Language } from './language.js';

/** Formats dates for users. The server does not know the user's time zone, so all times are in UTC and say so. */
export interface DateFormatter {
  /** "3 March 2026 at 14:05 UTC". */
  formatDateTime(date: Date): string;
  /** "5 minutes ago". */
  formatRelative(date: Date): string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** American English would put the month first. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de', fr: 'fr' };

const DATE_TIME_OPTIONS: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
};

/** Creating Intl formats is slow, so cache them by language. */
const formatCache = new Map<Language, { moment: Intl.DateTimeFormat; ago: Intl.RelativeTimeFormat }>();

export function createDateFormatter(language: Language, now: Date): DateFormatter {
  const { moment, ago } = getIntlFormats(language);
  return {
    formatDateTime: (date) => moment.format(date),
    formatRelative: (date) => {
      const elapsedMs = Math.max(0, now.getTime() - date.getTime());
      if (elapsedMs < HOUR_MS) return ago.format(-Math.floor(elapsedMs / MINUTE_MS), 'minute');
      return elapsedMs < DAY_MS ? ago.format(-Math.floor(elapsedMs / HOUR_MS), 'hour') : ago.format(-Math.floor(elapsedMs / DAY_MS), 'day');
    },
  };
}

function getIntlFormats(language: Language) {
  const locale = LOCALES[language];
  const made = formatCache.get(language) ?? {
    moment: new Intl.DateTimeFormat(locale, DATE_TIME_OPTIONS),
    ago: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  };
  formatCache.set(language, made);
  return made;
}
