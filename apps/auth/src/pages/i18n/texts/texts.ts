import type { Language } from '../language.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { en, type TextKey, type Texts } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { nl } from './nl.js';
import { pl } from './pl.js';
import { pt } from './pt.js';

/** @returns the text in the language of the page, with its placeholders replaced */
export type Translator = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

export const TEXTS: Readonly<Record<Language, Texts>> = { en, de, es, fr, it, nl, pl, pt, ar, ja };

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
