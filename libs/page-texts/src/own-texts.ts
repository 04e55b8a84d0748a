import { en } from './en.js';
import { accountEn } from './account/en.js';
import { isTextKey } from './texts.js';

/** In characters. */
export const MAX_TEXT_LENGTH = 500;
/** All texts of a language as JSON in UTF-8. */
export const MAX_TEXTS_BYTES = 16_384;
const PLACEHOLDER = /\{(\w+)\}/g;
/** Signs that would look like markup, or change the direction of the text around them. */
const MARKUP = /[<>]|&#?\w+;/;
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const ENGLISH: Readonly<Record<string, string>> = { ...en, ...accountEn };

interface TextViolation {
  /** RFC 6901. */
  pointer: string;
  detail: string;
}

/** @returns everything that is wrong with an operator's own texts */
export function findPageTextsViolations(texts: unknown): TextViolation[] {
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return [{ pointer: '', detail: 'must be a JSON object' }];
  const violations = Object.entries(texts).flatMap(([key, text]) => {
    const pointer = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return listTextViolations(key, text).map((detail) => ({ pointer, detail }));
  });
  const bytes = new TextEncoder().encode(JSON.stringify(texts)).length;
  const tooLarge = { pointer: '', detail: `must have at most ${MAX_TEXTS_BYTES} bytes as JSON, not ${bytes}` };
  return bytes > MAX_TEXTS_BYTES ? [...violations, tooLarge] : violations;
}

function listTextViolations(key: string, text: unknown): string[] {
  if (!isTextKey(key)) return ['is not the key of a text'];
  if (typeof text !== 'string' || text.trim() === '') return ['must be a text that is not empty'];
  const length = Array.from(text).length;
  const [expected, found] = [listPlaceholders(ENGLISH[key]!), listPlaceholders(text)];
  const violations = {
    [`must have at most ${MAX_TEXT_LENGTH} characters, not ${length}`]: length > MAX_TEXT_LENGTH,
    'must be plain text without markup: no <, > or character references': MARKUP.test(text),
    'must be one line without control characters': HIDDEN.test(text) || !text.isWellFormed(),
    ...Object.fromEntries(expected.filter((name) => !found.includes(name)).map((name) => [`must contain {${name}}`, true])),
    ...Object.fromEntries(found.filter((name) => !expected.includes(name)).map((name) => [`has no value for {${name}}`, true])),
  };
  return Object.entries(violations).flatMap(([detail, isViolated]) => (isViolated ? [detail] : []));
}

function listPlaceholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!);
}
