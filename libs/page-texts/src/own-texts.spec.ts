import { describe, expect, it } from '@jest/globals';
import { findPageTextsViolations, MAX_TEXT_LENGTH } from './own-texts.js';
import { TEXTS } from './texts.js';

describe('own texts', () => {
  it('may be those of every language', () => {
    const violations = Object.values(TEXTS).flatMap((texts) =>
      Object.entries(texts).flatMap(([key, text]) => findPageTextsViolations({ [key]: text })),
    );

    expect(violations).toEqual([]);
  });

  it.each<[unknown, string, RegExp]>([
    [[], '', /JSON object/],
    [{ 'sign-in-title': 'Hi' }, '/sign-in-title', /is not the key/],
    [{ 'a/b~': 'Hi' }, '/a~1b~0', /is not the key/],
    [{ toString: 'Hi' }, '/toString', /is not the key/],
    [{ 'sign-in-heading': ' ' }, '/sign-in-heading', /not empty/],
    [{ 'sign-in-heading': 7 }, '/sign-in-heading', /not empty/],
    [{ 'sign-in-heading': 'x'.repeat(MAX_TEXT_LENGTH + 1) }, '/sign-in-heading', /at most 500 characters, not 501/],
    [{ 'sign-in-heading': '<b>Hi</b>' }, '/sign-in-heading', /plain text/],
    [{ 'sign-in-heading': 'Hi&lt;' }, '/sign-in-heading', /plain text/],
    [{ 'sign-in-heading': 'Hi\u202e' }, '/sign-in-heading', /one line/],
    [{ 'sign-in-heading': 'Hi\nthere' }, '/sign-in-heading', /one line/],
    [{ 'sign-in-heading': 'Hi {name}' }, '/sign-in-heading', /has no value for \{name\}/],
    [{ 'sign-in-to-application': 'to go on' }, '/sign-in-to-application', /must contain \{application\}/],
  ])('are refused: %j', (texts, pointer, detail) => {
    expect(findPageTextsViolations(texts)).toEqual([{ pointer, detail: expect.stringMatching(detail) }]);
  });

  it('are refused with everything that is wrong at once', () => {
    const violations = findPageTextsViolations({ unknown: 'x', 'sign-in-to-application': '<i>{app}</i>' });

    expect(violations.map(({ pointer }) => pointer)).toEqual(['/unknown', ...Array.from({ length: 3 }, () => '/sign-in-to-application')]);
  });

  it('are refused if all of a language are too large', () => {
    const long = Object.fromEntries(
      Object.entries(TEXTS.en)
        .filter(([, text]) => !text.includes('{'))
        .slice(0, 40)
        .map(([key]) => [key, 'x'.repeat(500)]),
    );

    expect(findPageTextsViolations(long)).toEqual([{ pointer: '', detail: expect.stringMatching(/^must have at most 16384 bytes/) }]);
  });
});
