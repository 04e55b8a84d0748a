import type { Language } from './language.js';
import { accountAr } from './account/ar.js';
import { accountDe } from './account/de.js';
import { accountEn, type AccountTexts } from './account/en.js';
import { accountEs } from './account/es.js';
import { accountFr } from './account/fr.js';
import { accountIt } from './account/it.js';
import { accountJa } from './account/ja.js';
import { accountNl } from './account/nl.js';
import { accountPl } from './account/pl.js';
import { accountPt } from './account/pt.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { en, type TextKey as PageTextKey, type Texts } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { nl } from './nl.js';
import { pl } from './pl.js';
import { pt } from './pt.js';

export type TextKey = PageTextKey | keyof AccountTexts;

/** An operator's own texts in one language, by their keys. Keys that are gone have no effect. */
export type OwnTexts = Readonly<Record<string, string>>;
/** An operator's own texts. */
export type PageTexts = Readonly<Partial<Record<Language, OwnTexts>>>;

interface TranslatedPage {
  language: Language;
  branding: { texts?: PageTexts } | null;
}

/** @returns the text in the language of the page, with its placeholders replaced */
export type Translator = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

export const TEXTS: Readonly<Record<Language, Texts & AccountTexts>> = {
  en: { ...en, ...accountEn },
  de: { ...de, ...accountDe },
  es: { ...es, ...accountEs },
  fr: { ...fr, ...accountFr },
  it: { ...it, ...accountIt },
  nl: { ...nl, ...accountNl },
  pl: { ...pl, ...accountPl },
  pt: { ...pt, ...accountPt },
  ar: { ...ar, ...accountAr },
  ja: { ...ja, ...accountJa },
};

/** Whether a text with this key exists. */
export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(TEXTS.en, key);
}

/** @param page its language, and the branding with the operator's own texts */
export function getTranslator({ language, branding }: TranslatedPage): Translator {
  const [texts, own] = [TEXTS[language], branding?.texts?.[language]];
  // Replace in one pass, so that a value that looks like a placeholder stays unchanged.
  return (key, values = {}) =>
    (own?.[key] ?? texts[key]).replaceAll(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? values[name]! : place));
}
