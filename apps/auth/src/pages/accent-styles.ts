import { contrast, readableOn, textOn } from '@latchkey/oauth';

/** A ground that accents are seen on, as in browser/pages.css: that with the least contrast, and what is wanted of text there. */
interface Ground {
  color: string;
  contrast: number;
}

const LIGHT: Ground = { color: '#f3f5f8', contrast: 4.5 };
/** A color that can barely be read on a dark page looks switched off. */
const DARK: Ground = { color: '#191e24', contrast: 7 };

/** What a button must stand out by: WCAG 2.2 success criterion 1.4.11. */
const VISIBLE = 3;

/**
 * The stylesheet that gives pages an operator's accent color: the color itself on buttons where it can be seen, and shades of it for
 * links, borders and focus rings, each readable on its ground.
 *
 * @param color `#rrggbb`, and nothing else
 */
export function accentStyles(color: string): string {
  const light = `:root { ${properties(color, LIGHT)} }`;
  const dark = `@media (prefers-color-scheme: dark) { :root { ${properties(color, DARK)} } }`;
  return `${light}\n${dark}\n`;
}

function properties(color: string, ground: Ground): string {
  const shade = readableOn(ground.color, color, ground.contrast);
  // On a light page the border, in the readable shade, shows where a pale button is; on a dark one a dark button would be a hole.
  const fill = ground === LIGHT || contrast(color, ground.color) >= VISIBLE ? color : shade;
  return `--accent: ${fill}; --on-accent: ${textOn(fill)}; --accent-ink: ${shade};`;
}
