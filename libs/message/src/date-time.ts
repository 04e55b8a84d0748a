import type { MessageLanguage } from './message.js';

/** The locales of dates. American English would put the month first. */
export const DATE_LOCALES: Readonly<Record<MessageLanguage, string>> = {
  en: 'en-GB',
  de: 'de',
  es: 'es',
  fr: 'fr',
  it: 'it',
  nl: 'nl',
  pl: 'pl',
  pt: 'pt-PT',
  ar: 'ar-u-nu-latn',
  ja: 'ja',
};

/** "3 March 2026 at 14:05 UTC". */
export const DATE_TIME_OPTIONS: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
};
