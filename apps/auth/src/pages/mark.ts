import { getTextColor } from '@latchkey/oauth';

/** The accent of tokens.css, for a domain without its own. */
export const DEFAULT_ACCENT = '#2758d2';

/** @returns the first letter or digit of a name in upper case, the default mark of a site or application; empty if it has none */
export function getInitial(name: string): string {
  const [initial = ''] = /[\p{L}\p{N}]/u.exec(name) ?? [];
  const upper = initial.toUpperCase();
  return [...upper].length === 1 ? upper : initial;
}

/** @returns an SVG: the letter on a rounded square. @param color `#rrggbb` */
export function buildMark(letter: string, color: string): string {
  const text = /[\p{L}\p{N}]/u.test(letter) ? letter : '';
  const font = 'font-family="system-ui,sans-serif" font-size="19" font-weight="600"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color}"/><text x="16" y="22.700" text-anchor="middle" ${font} fill="${getTextColor(color)}">${text}</text></svg>\n`;
}
