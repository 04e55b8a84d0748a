import { LANGUAGES, type Language } from '@latchkey/page-texts';
import Negotiator from 'negotiator';

const MAX_LANGUAGE_RANGES = 20;

/** What tells which language a person wants, in the order in which it counts. */
export interface LanguagePreferences {
  /** The language that the person chose on a page. */
  chosen?: string | null;
  /** BCP 47 tags separated by spaces: `ui_locales` of OpenID Connect Core section 3.1.2.1. */
  uiLocales?: string | undefined;
  /** RFC 9110 section 12.5.4. */
  acceptLanguage?: string | undefined;
}

/** Chooses the language of a page: the first supported one. */
export function chooseLanguage({ chosen, uiLocales, acceptLanguage }: LanguagePreferences): Language {
  const preferredRanges = [
    chosen ?? '',
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

/** @returns the direction of the writing: the `dir` attribute of HTML */
export function getDirection(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
