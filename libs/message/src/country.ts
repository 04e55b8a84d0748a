import { DATE_LOCALES } from './date-time.js';
import type { MessageLanguage } from './message.js';

/** @param code ISO 3166-1 alpha-2 @returns the name of a country in a language; the code if it names none */
export function nameCountry(code: string, language: MessageLanguage): string {
  return new Intl.DisplayNames(DATE_LOCALES[language], { type: 'region' }).of(code) ?? code;
}
