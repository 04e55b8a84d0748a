import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The text of a file, named from the root of the repository. */
export function readText(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8');
}

/** Every page of the documentation, by its path from the root of the repository. */
export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .toSorted(),
];

/** A page's code blocks in a language, without their fences. */
export function getCodeBlocks(page: string, language: string): string[] {
  const fence = new RegExp(`^( *)\`\`\`${language}\\n([^]*?)^\\1\`\`\`$`, 'gm');
  return [...readText(page).matchAll(fence)].map(([, , block = '']) => block);
}

/** The text of a page outside its code blocks. */
export function getProse(page: string): string {
  return readText(page).replaceAll(/^( *)```[^]*?^\1```$/gm, '');
}

/** The texts in backticks in a page's prose. */
export function getInlineCode(page: string): string[] {
  return [...getProse(page).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** The text of a section, from its heading to the next one of the same or a higher level. */
export function getSection(page: string, heading: string): string {
  const [level = ''] = /^#+/.exec(heading) ?? [];
  const text = readText(page);
  const start = text.indexOf(`\n${heading}\n`);
  if (start === -1) throw new Error(`${page} has no section "${heading}"`);
  const rest = text.slice(start + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${level.length}} `, 'm'));
  return end === -1 ? rest : rest.slice(0, end);
}

/** The cells of every table row in a text, except headings; backticks around the first cell are dropped. */
export function getTableRows(text: string): string[][] {
  const isRule = (line: string | undefined) => /^\|[ :|-]+\|$/.test(line ?? '');
  const lines = text.split('\n');
  return lines
    .filter((line, index) => line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1]))
    .map((line) => line.slice(1, -1).split(/(?<!\\)\|/))
    .map(([first = '', ...others]) => [first.trim().replace(/^`([^`]*)`$/, '$1'), ...others.map((cell) => cell.trim())]);
}
