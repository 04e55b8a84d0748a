import { describe, expect, it } from '@jest/globals';
import { chooseProfileLanguage, findRecipientName } from './notice.js';

describe('notices', () => {
  it('greet users by their full name', () => {
    const names = [{ name: 'Jane Doe', given_name: 'Jane' }, { name: '', given_name: 'Jane' }, { name: 7 }].map(findRecipientName);

    expect(names).toEqual(['Jane Doe', 'Jane', null]);
  });

  it.each([
    ['de-CH', 'de'],
    ['FR', 'fr'],
    ['xx', 'en'],
    ['', 'en'],
    [7, 'en'],
    [undefined, 'en'],
  ])('are in the language of the profile: %j, %s', (locale, language) => {
    expect(chooseProfileLanguage(locale)).toBe(language);
  });
});
