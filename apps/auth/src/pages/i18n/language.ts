import Negotiator from 'negotiator';

/** Languages of pages and messages. The first one is the default. */
export const LANGUAGES = ['en', 'de', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

const MAX_LANGUAGE_RANGES = 20;

/**
 * Chooses the language of a page: the first supported tag of `ui_locales` (OpenID Connect Core section 3.1.2.1), otherwise the best match
 * of Accept-Language (RFC 9110 section 12.5.4).
 *
 * @param uiLocales BCP 47 tags separated by spaces
 */
export function chooseLanguage(uiLocales: string | undefined, acceptLanguage: string | undefined): Language {
  const preferredRanges = [
    ...(uiLocales ?? '').split(' ', MAX_LANGUAGE_RANGES),
    ...new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages(),
  ];
  for (const range of preferredRanges) {
    const [primary] = range.toLowerCase().split('-', 1);
    const language = LANGUAGES.find((known) => known === primary);
    if (language) return language;
  }
  return LANGUAGES[0];
}
