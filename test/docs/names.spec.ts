import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { getCodeBlocks, getInlineCode, PAGES, ROOT, readText } from '../support/pages.js';

const SOURCES = ['apps', 'libs', 'scripts', 'test'].flatMap((root) =>
  readdirSync(`${ROOT}${root}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => `${root}/${name}`),
);
const code = SOURCES.map(readText).join('\n');

/** Files that the page tells its reader to create. */
const MADE_BY_READERS = new Set(['docker/.env']);
const PATH = /(?<![\w/])(?:apps|libs|scripts|docker|deploy(?=\/(?:helm|backup)\/)|test|docs)\/[\w./-]+\w/g;
/** Class names by their suffixes, and functions that start with a verb: names that occur only in code. */
const NAME =
  /^(?:[A-Z][A-Za-z]+(?:Adapter|Cache|Controller|Factory|Filter|Gateway|Guard|Handler|Interceptor|Loader|Middleware|Module|Pipe|Pool|Processor|Queue|Registry|Repository|Service|Sweeper)|(?:build|create|find|get|has|is|list|parse|read|render|to|verify)[A-Z]\w*)$/;
/** Names of libraries. */
const FOREIGN = new Set(['TypeOrmModule', 'ConsoleLogger']);
const BLOCK_LANGUAGES = ['mermaid', 'sh', 'ts', 'text', 'sql', 'yaml'];

const blocksOf = (page: string): string[] => BLOCK_LANGUAGES.flatMap((language) => getCodeBlocks(page, language));

describe('the names in the documentation', () => {
  it.each(PAGES)('name only existing paths in the code blocks and diagrams of %s', (page) => {
    const paths = blocksOf(page).flatMap((block) => block.match(PATH) ?? []);

    expect(paths.filter((path) => !MADE_BY_READERS.has(path) && !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it.each(PAGES)('%s names classes and functions of the code', (page) => {
    const diagrams = getCodeBlocks(page, 'mermaid').flatMap((block) => block.match(/\b[A-Za-z]\w+\b/g) ?? []);
    const names = [...getInlineCode(page).map((text) => text.replace(/\(.*$/, '')), ...diagrams].filter((name) => NAME.test(name));

    expect([...new Set(names)].filter((name) => !FOREIGN.has(name) && !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });

  it.each(PAGES)('%s links to the decision that it cites', (page) => {
    const citations = [...readText(page).matchAll(/\[[Dd]ecision (\d+)\]\(([^)]*)\)/g)];

    expect(
      citations.filter(
        ([, number = '', link = '']) => !link.includes(`/${number.padStart(4, '0')}-`) && !link.startsWith(number.padStart(4, '0')),
      ),
    ).toEqual([]);
  });
});

describe('decision records', () => {
  const records = readdirSync(`${ROOT}docs/decisions`).filter((name) => /^\d{4}-/.test(name));

  it('are listed in the index with their titles', () => {
    const index = readText('docs/decisions/README.md');
    const rows = [...index.matchAll(/\[([^\]]+)\]\((\d{4}-[^)]+)\)/g)].map(([, title, file]) => [file, title]);

    expect(rows).toEqual(records.map((file) => [file, /^# \d+\. (.*)$/m.exec(readText(`docs/decisions/${file}`))?.[1]]));
  });

  it('exist for every citation in the code', () => {
    const cited = [...code.matchAll(/docs\/decisions\/(\d{4})/g)].map(([, number = '']) => number);

    expect(cited.filter((number) => !records.some((file) => file.startsWith(number)))).toEqual([]);
  });
});
