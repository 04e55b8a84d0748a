import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Builds the sprite of the icons of Tabler (MIT), as symbols for `<use>`.
 *
 * @param names JSON: files of @tabler/icons by the name of the symbol
 * @param marks further symbols
 */
export function buildIconSprite(names: string, marks: string): string {
  const folder = join(dirname(findPackageJSON('@tabler/icons', import.meta.url) ?? ''), 'icons');
  const files = Object.entries(JSON.parse(names) as Record<string, string>);
  const symbols = files.map(([name, file]) => toSymbol(name, readFileSync(join(folder, `${file}.svg`), 'utf8'), file.startsWith('filled')));
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}${marks.trim()}</svg>\n`;
}

function toSymbol(name: string, svg: string, isFilled: boolean): string {
  const shapes = [...svg.matchAll(/<(path|circle|rect|line)\b[^>]*\/>/g)]
    .map(([shape]) => shape)
    .filter((shape) => !shape.includes('stroke="none"'));
  const paint = isFilled
    ? 'fill="currentColor"'
    : 'fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"';
  return `<symbol id="${name}" viewBox="0 0 24 24"><g ${paint}>${shapes.join('')}</g></symbol>`;
}
