import { contrast, getReadableColor, getTextColor } from '@latchkey/oauth';

/** A ground that accents are seen on, as in browser/pages.css: that with the least contrast, and what is wanted of text there. */
interface Background {
  color: string;
  contrast: number;
}

const LIGHT_BACKGROUND: Background = { color: '#f3f5f8', contrast: 4.5 };
/** A color that can barely be read on a dark page looks switched off. */
const DARK_BACKGROUND: Background = { color: '#191e24', contrast: 7 };

/** What a button must stand out by: WCAG 2.2 success criterion 1.4.11. */
const MIN_NON_TEXT_CONTRAST = 3;

/**
 * The stylesheet that gives pages an operator's accent color: the color itself on buttons where it can be seen, and shades of it for
 * links, borders and focus rings, each readable on its ground.
 *
 * @param color `#rrggbb`, and nothing else
 */
export function buildAccentStyles(color: string): string {
  const light = `:root { ${toCssProperties(color, LIGHT_BACKGROUND)} }`;
  const dark = `@media (prefers-color-scheme: dark) { :root { ${toCssProperties(color, DARK_BACKGROUND)} } }`;
  return `${light}\n${dark}\n`;
}

function toCssProperties(color: string, background: Background): string {
  const shade = getReadableColor(background.color, color, background.contrast);
  // On a light page the border, in the readable shade, shows where a pale button is; on a dark one a dark button would be a hole.
  const fill = background === LIGHT_BACKGROUND || contrast(color, background.color) >= MIN_NON_TEXT_CONTRAST ? color : shade;
  return `--accent: ${fill}; --on-accent: ${getTextColor(fill)}; --accent-ink: ${shade};`;
}
