import { describe, expect, it } from '@jest/globals';
import { fold, findUsernameViolation, normalizeUsername } from './username.js';

const LAST = 0x10ffff;
const isSurrogate = (codePoint: number) => codePoint >= 0xd800 && codePoint <= 0xdfff;

/** All characters whose case or normal form makes a difference. */
function charactersWithVariants(): string[] {
  return Array.from({ length: LAST + 1 }, (_none, codePoint) => (isSurrogate(codePoint) ? '' : String.fromCodePoint(codePoint))).filter(
    (text) => text !== '' && variantsOf(text).some((variant) => variant !== text),
  );
}

function variantsOf(text: string): string[] {
  return [text.toLowerCase(), text.toUpperCase(), ...['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => text.normalize(form))];
}

describe('normalizeUsername', () => {
  it.each([
    ['Jane.Doe', 'jane.doe', 'JANE.DOE'],
    ['straße', 'STRASSE', 'STRAẞE', 'strasse'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['ﬁnance', 'FINANCE', 'finance'],
    ['José', 'Jose\u0301', 'JOSÉ'],
    ['ｊａｎｅ', 'JANE', 'ＪＡＮＥ'],
    ['Åse', 'Å\u0073e', '\u212Bse', 'a\u030ase'],
    ['ǅabc', 'Ǆabc', 'ǆabc', 'džabc', 'DŽABC'],
    ['①②', '12'],
    ['a\u00A0b', 'a b'],
    ['ｶﾞ', 'ガ', 'カ\u3099'],
    ['İstanbul', 'i̇stanbul'],
  ])('is equal for %s and its variants', (one, ...variants) => {
    for (const variant of variants) expect(normalizeUsername(variant)).toBe(normalizeUsername(one));
  });

  it.each([
    ['jane', 'jame'],
    ['jose', 'josé'],
    ['jane', 'jane '],
    ['o', '0'],
    // Cyrillic and Latin letters look alike, but differ.
    ['аnna', 'anna'],
    ['a-b', 'a_b'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(normalizeUsername(one)).not.toBe(normalizeUsername(other));
  });

  it('is equal for all variants of every character, and differs between characters', () => {
    const characters = charactersWithVariants();

    const different = characters.filter((text) => {
      const key = fold(text);
      return fold(key) !== key || variantsOf(text).some((variant) => fold(variant) !== key);
    });

    expect(characters.length).toBeGreaterThan(10_000);
    expect(different).toEqual([]);
  });

  it('maps a substring to a substring of the whole key', () => {
    const characters = charactersWithVariants().filter((text) => !/\p{M}/u.test(text.normalize('NFKD')[0]!));

    const lost = characters.filter((text) => !fold(`x${text}x`).includes(fold(text)));

    expect(lost).toEqual([]);
  });
});

describe('findUsernameViolation', () => {
  it.each([
    ['of letters, digits and signs', 'jane.doe+1_a-b@example.com'],
    ['of one script', 'Иван.Петров.1'],
    ['with spaces inside', 'Jane Marie Doe'],
    ['with an accent', 'José García'],
    ['with a combining accent', 'Jose\u0301 Garcia'],
    ['of Latin and Japanese', 'tanaka太郎ひらがなカタカナー'],
    ['of Latin, Han and Bopomofo', 'jane-中文ㄅㄆㄇ-doe'],
    ['of Latin, Han and Hangul', 'kim-한국어-韓國-1'],
    ['of Arabic, with its marks and digits', 'محمّد.علي.٠١٢'],
    ['of Devanagari with a danda', 'हिन्दी।हिन्दी'],
    ['with an emoji', 'jane.doe.🙂1'],
    ['of digits', '0123456789'],
  ])('accepts %s', (_what, name) => expect(findUsernameViolation(name)).toBeNull());

  it.each([
    ['a soft hyphen', 'jane\u00addoe.1', /invisible/],
    ['a zero-width joiner', 'jane\u200ddoe.1', /invisible/],
    ['a right-to-left override', 'jane\u202edoe.1', /invisible/],
    ['a Hangul filler', 'jane\u3164doe.1', /invisible/],
    ['a variation selector', 'jane\ufe0fdoe.1', /invisible/],
    ['a space in front', ' jane.doe.1', /space/],
    ['an ideographic space at the end', 'jane.doe.1\u3000', /space/],
    ['a Cyrillic letter among Latin ones', 'j\u0430ne.doe.1', /scripts/],
    ['a Greek letter among Latin ones', 'jan\u03b5.doe.1', /scripts/],
    ['Cyrillic and Han', 'Иван中文Иван', /scripts/],
    ['Hangul and Kana', '한국어한국어ひらがな', /scripts/],
    ['a mathematical letter among Cyrillic ones', 'Иван\u{1d41a}.Петров', /scripts/u],
    ['a character for private use', 'jane.doe.\ue000', /scripts/],
  ])('rejects a username with %s', (_what, name, violation) => expect(findUsernameViolation(name)).toMatch(violation));
});
