import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { extractMessages } from './extract-messages.js';

const SOURCES = fileURLToPath(new URL('src/', import.meta.url));

/** The names of the values in a message, those inside plurals too. */
function placeholdersOf(text: string): string[] {
  const names = (token: unknown): unknown[] =>
    Array.isArray(token)
      ? [
          token[0],
          ...Object.values((token[2] ?? {}) as object).flatMap((form: unknown) => (Array.isArray(form) ? form.flatMap(names) : [])),
        ]
      : [];
  const tokens = compileMessage(text);
  return [...new Set(typeof tokens === 'string' ? [] : tokens.flatMap(names))]
    .map(String)
    .filter((name) => name !== '#')
    .toSorted();
}

describe.each(['de', 'fr'])('the messages in %s', (language) => {
  const catalogue = JSON.parse(readFileSync(`${SOURCES}messages/${language}.json`, 'utf8')) as Record<string, string>;

  it('are those of the sources', () => {
    expect(Object.keys(catalogue).toSorted()).toEqual(extractMessages(SOURCES));
  });

  it('have the placeholders of the English ones', () => {
    for (const [english, text] of Object.entries(catalogue))
      expect([english, placeholdersOf(text)]).toEqual([english, placeholdersOf(english)]);
  });
});
