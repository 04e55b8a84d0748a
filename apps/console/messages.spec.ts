import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { extractMessages } from './extract-messages.js';

const SOURCES = fileURLToPath(new URL('src/', import.meta.url));
const placeholdersOf = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).toSorted();

describe.each(['de', 'fr'])('the messages in %s', (language) => {
  const catalogue = JSON.parse(readFileSync(`${SOURCES}messages/${language}.json`, 'utf8')) as Record<string, string>;

  it('are those of the sources', () => {
    expect(Object.keys(catalogue).toSorted()).toEqual(extractMessages(SOURCES));
  });

  it('have the placeholders of the English ones', () => {
    for (const [english, text] of Object.entries(catalogue))
      expect([english, [...new Set(placeholdersOf(text))]]).toEqual([english, [...new Set(placeholdersOf(english))]]);
  });
});
