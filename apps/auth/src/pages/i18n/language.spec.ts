import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LANGUAGES } from '@latchkey/page-texts';
import { chooseLanguage } from './language.js';

describe('chooseLanguage', () => {
  it.each([
    [undefined, undefined, 'en'],
    ['de', undefined, 'de'],
    ['de-AT', 'fr', 'de'],
    ['sv rm fr-CH de', 'en', 'fr'],
    ['DE', undefined, 'de'],
    ['sv', 'fr', 'fr'],
    ['', 'de-CH,de;q=0.9,en;q=0.8', 'de'],
    [undefined, 'en;q=0.5, fr;q=0.9', 'fr'],
    [undefined, 'sv, de;q=0.1', 'de'],
    [undefined, 'de;q=0, fr;q=0.2', 'fr'],
    [undefined, 'de; q=0.3 , en;Q=0.2', 'de'],
    [undefined, 'fr;level=1;q=0.4,de;q=0.3', 'fr'],
    [undefined, '*', 'en'],
    [undefined, 'sv,da', 'en'],
    [undefined, 'de;q=nonsense', 'en'],
    ['<script> __proto__', ';;;,,,q=1', 'en'],
    [`${'xx '.repeat(100)}de`, undefined, 'en'],
  ] as const)('chooses by ui_locales %j, then by Accept-Language %j: %s', (uiLocales, acceptLanguage, language) => {
    expect(chooseLanguage({ uiLocales, acceptLanguage })).toBe(language);
  });

  it.each([
    ['fr', 'fr'],
    ['xx', 'de'],
    ['', 'de'],
    [null, 'de'],
  ])('prefers the language %j that the person chose, if it is supported: %s', (chosen, language) => {
    expect(chooseLanguage({ chosen, uiLocales: 'de', acceptLanguage: 'en' })).toBe(language);
  });

  it('always chooses a supported language, whatever the browser sends', () => {
    const header = fc.oneof(
      fc.string(),
      fc.array(fc.stringMatching(/^[a-zA-Z*;=q0-9.\- ]{0,12}$/)).map((ranges) => ranges.join(',')),
    );
    fc.assert(
      fc.property(fc.option(fc.string(), { nil: undefined }), header, (uiLocales, accept) => {
        expect(LANGUAGES).toContain(chooseLanguage({ uiLocales, acceptLanguage: accept }));
      }),
      {
        numRuns: 500,
      },
    );
  });

  it('chooses the supported language with the highest quality', () => {
    const qualities = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: LANGUAGES.length, maxLength: LANGUAGES.length });
    fc.assert(
      fc.property(qualities, fc.array(fc.constantFrom('sv', 'da;q=1', 'rm-CH;q=0.7', '*;q=0.01')), (quality, others) => {
        const ours = LANGUAGES.map((language, n) => ({ language, quality: quality[n]! }));
        const accept = [...others, ...ours.map((each) => `${each.language};q=${(each.quality / 1_000).toFixed(3)}`)].join(', ');
        const [best] = ours.toSorted((one, other) => other.quality - one.quality);
        expect(chooseLanguage({ acceptLanguage: accept })).toBe(best!.language);
      }),
    );
  });
});
