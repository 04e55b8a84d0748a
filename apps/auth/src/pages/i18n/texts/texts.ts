import type { Language } from '../language.js';
import { de } from './de.js';
import { en, type TextKey, type Texts } from './en.js';
import { fr } from './fr.js';

/** Says a text in the language of a page, with its values in place. */
export type Translator = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

export const TEXTS: Readonly<Record<Language, Texts>> = { en, de, fr };

/** Whether there is such a text. */
export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(en, key);
}

export function getTranslator(language: Language): Translator {
  const texts = TEXTS[language];
  // One pass: a value that looks like a place for another value stays as it is.
  return (key, values = {}) =>
    texts[key].replaceAll(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? values[name]! : place));
}
