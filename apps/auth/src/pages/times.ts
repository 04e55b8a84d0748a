import type { Language } from './language.js';

/** Points in time as people read them. The server does not know where somebody is: they are those of UTC, and say so. */
export interface Times {
  /** "3 March 2026 at 14:05 UTC". */
  moment(date: Date): string;
  /** "5 minutes ago". */
  ago(date: Date): string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** American English would put the month first. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de', fr: 'fr' };

const FORMAT: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
};

/** Formats take long to make, and are the same for everybody. */
const formats = new Map<Language, { moment: Intl.DateTimeFormat; ago: Intl.RelativeTimeFormat }>();

export function timesOf(language: Language, now: Date): Times {
  const { moment, ago } = formatsOf(language);
  return {
    moment: (date) => moment.format(date),
    ago: (date) => {
      const passed = Math.max(0, now.getTime() - date.getTime());
      if (passed < HOUR) return ago.format(-Math.floor(passed / MINUTE), 'minute');
      return passed < DAY ? ago.format(-Math.floor(passed / HOUR), 'hour') : ago.format(-Math.floor(passed / DAY), 'day');
    },
  };
}

function formatsOf(language: Language) {
  const locale = LOCALES[language];
  const made = formats.get(language) ?? {
    moment: new Intl.DateTimeFormat(locale, FORMAT),
    ago: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  };
  formats.set(language, made);
  return made;
}
