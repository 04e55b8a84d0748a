import { i18n, type Messages } from '@lingui/core';

/** The languages of the console, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

const STORED = 'language';

const CATALOGUES: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('virtual:messages/en'),
  de: () => import('virtual:messages/de'),
  fr: () => import('virtual:messages/fr'),
};

const isLanguage = (value: string | null): value is Language => value !== null && Object.hasOwn(LANGUAGES, value);

/** @returns the chosen language, or else the browser's first one that the console has */
export function currentLanguage(): Language {
  const candidates = [localStorage.getItem(STORED), ...navigator.languages.map((tag) => tag.split('-')[0] ?? null)];
  return candidates.find(isLanguage) ?? 'en';
}

/** Loads the current language. */
export async function activateLanguage(): Promise<void> {
  const language = currentLanguage();
  // The English catalogue lacks the texts that are their own translation.
  i18n.setMessagesCompiler((text) => [text]);
  i18n.loadAndActivate({ locale: language, messages: (await CATALOGUES[language]()).default });
  document.documentElement.lang = language;
}

/** Stores the choice and reloads the console in this language. The issuer's session signs the operator in without a page. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
  location.reload();
}
