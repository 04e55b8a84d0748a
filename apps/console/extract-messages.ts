import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `i18n.t('…')` is shown where it stands; `message('…')` marks a text that `i18n.t` gets from a constant. */
const MESSAGE = /\b(?:i18n\.t|message)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

/**
 * Finds the English messages of the console, which are the keys of the other languages' catalogues.
 *
 * @param folder of the sources
 * @returns them without duplicates, sorted
 */
export function extractMessages(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.spec)\.tsx?$/.test(file));
  const texts = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(MESSAGE)].map(([, single, double]) =>
      (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'),
    ),
  );
  return [...new Set(texts)].sort();
}
