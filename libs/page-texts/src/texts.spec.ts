import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from './language.js';
import { TEXTS, getTranslator } from './texts.js';

const { en } = TEXTS;

const listPlaceholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

describe.each(LANGUAGES.filter((language) => language !== 'en'))('texts in %s', (language) => {
  const texts = TEXTS[language];

  it('have the same keys as in English', () => {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(en).toSorted());
  });

  it('have the same placeholders as in English', () => {
    const differing = Object.entries(en).filter(
      ([key, text]) => String(listPlaceholders(texts[key as keyof typeof en])) !== String(listPlaceholders(text)),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it('are translated from English', () => {
    const same = Object.entries(en).filter(([key, text]) => texts[key as keyof typeof en] === text);
    expect(same.map(([key]) => key).filter((key) => !ALLOWED_IDENTICAL_KEYS.has(key))).toEqual([]);
  });
});

/** Words that are the same in another language. */
const ALLOWED_IDENTICAL_KEYS = new Set([
  'attribute-false',
  'attribute-name',
  'data-roles',
  'title-with-site',
  'code-label',
  'passkeys',
  'authenticator-app',
  'sessions',
  'magic-link-account',
  'error-title',
  'privacy',
  'other-device-application',
]);

describe('texts', () => {
  it('texts are not empty and have no surrounding spaces', () => {
    const all = Object.values(TEXTS).flatMap((texts) => Object.entries(texts));
    expect(all.filter(([, text]) => text === '' || text !== text.trim()).map(([key]) => key)).toEqual([]);
  });

  it('texts contain no protocol terms', () => {
    const all = Object.values(TEXTS).flatMap((texts) => Object.values(texts));
    const jargon = /oauth|openid|oidc|redirect|client|grant|token|webauthn|totp|pkce|http|csrf|nonce|\bscope|relying/i;
    expect(all.map((text) => text.replaceAll(/\{\w+\}/g, '')).filter((text) => jargon.test(text))).toEqual([]);
  });

  it('texts insert values unchanged', () => {
    const say = getTranslator({ language: 'en', branding: null });
    expect(say('inbox-intro-email', { username: '{minutes} $& $1' })).toContain('for {minutes} $& $1, we have');
    expect(say('manage-item', {})).toBe('Manage {name}');
    expect(say('manage-item', { toString: 'x' } as Record<string, string>)).toBe('Manage {name}');
  });

  it('of the operator take the place of ours, in their language alone', () => {
    const branding = { texts: { de: { 'sign-in-heading': 'Willkommen', 'manage-item': 'Ändern: {name}', gone: 'x' } } };
    const german = getTranslator({ language: 'de', branding });

    expect([german('sign-in-heading'), german('manage-item', { name: '{name}' })]).toEqual(['Willkommen', 'Ändern: {name}']);
    expect([german('cancel'), getTranslator({ language: 'en', branding })('sign-in-heading')]).toEqual(['Abbrechen', 'Sign in']);
  });
});
