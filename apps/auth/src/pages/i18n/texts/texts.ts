import type { Language } from '../language.js';
import { de } from './de.js';
import { en, type TextKey, type Texts } from './en.js';
import { fr } from './fr.js';

/** @returns the text in the language of the page, with its placeholders replaced */
export type Translator = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

export const TEXTS: Readonly<Record<Language, Texts>> = { en, de, fr };

/** Whether a text with this key exists. */
export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(en, key);
}

export function getTranslator(language: Language): Translator {
  const texts = TEXTS[language];
  // Replace in one pass, so that a value that looks like a placeholder stays unchanged.
  return (key, values = {}) =>
    texts[key].replaceAll(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? values[name]! : place));
}
