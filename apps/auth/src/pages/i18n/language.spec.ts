import { describe, expect, it } from '@jest/globals';
import { chooseLanguage } from './language.js';

describe('the language of a page', () => {
  it.each([
    [undefined, undefined, 'en'],
    ['de', undefined, 'de'],
    ['de-AT', 'fr', 'de'],
    ['it rm fr-CH de', 'en', 'fr'],
    ['DE', undefined, 'de'],
    ['it', 'fr', 'fr'],
    ['', 'de-CH,de;q=0.9,en;q=0.8', 'de'],
    [undefined, 'en;q=0.5, fr;q=0.9', 'fr'],
    [undefined, 'it, de;q=0.1', 'de'],
    [undefined, 'de;q=0, fr;q=0.2', 'fr'],
    [undefined, 'de; q=0.3 , en;Q=0.2', 'de'],
    [undefined, 'fr;level=1;q=0.4,de;q=0.3', 'fr'],
    [undefined, '*', 'en'],
    [undefined, 'it,es', 'en'],
    [undefined, 'de;q=nonsense', 'en'],
    ['<script> __proto__', ';;;,,,q=1', 'en'],
    [`${'xx '.repeat(100)}de`, undefined, 'en'],
  ] as const)('is chosen by ui_locales %j, then by Accept-Language %j: %s', (uiLocales, acceptLanguage, language) => {
    expect(chooseLanguage(uiLocales, acceptLanguage)).toBe(language);
  });
});
