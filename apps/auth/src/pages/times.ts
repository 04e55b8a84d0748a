import type { Language } from './language.js';

/** Points in time as people read them. The server does not know where somebody is: days are those of UTC. */
export interface Times {
  /** "3 March 2026". */
  day(date: Date): string;
  /** "5 minutes ago". */
  ago(date: Date): string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** American English would put the month first. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de', fr: 'fr' };

/** Formats take long to make, and are the same for everybody. */
const formats = new Map<Language, { day: Intl.DateTimeFormat; ago: Intl.RelativeTimeFormat }>();

export function timesOf(language: Language, now: Date): Times {
  const { day, ago } = formatsOf(language);
  return {
    day: (date) => day.format(date),
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
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    ago: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  };
  formats.set(language, made);
  return made;
}
