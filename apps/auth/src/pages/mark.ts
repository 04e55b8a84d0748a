import { getTextColor } from '@latchkey/oauth';

/** @returns an SVG: the letter on a rounded square. @param color `#rrggbb` */
export function buildMark(letter: string, color: string): string {
  const text = /[\p{L}\p{N}]/u.test(letter) ? letter : '';
  const font = 'font-family="system-ui,sans-serif" font-size="19" font-weight="600"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color}"/><text x="16" y="22.700" text-anchor="middle" ${font} fill="${getTextColor(color)}">${text}</text></svg>\n`;
}
