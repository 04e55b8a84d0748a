import { contrast, getReadableColor, getTextColor } from '@latchkey/oauth';

/** The background with the least contrast in browser/pages.css, and the text contrast that it requires. */
interface Background {
  color: string;
  contrast: number;
}

const LIGHT_BACKGROUND: Background = { color: '#f3f5f8', contrast: 4.5 };
/** On a dark page, a color with less contrast looks disabled. */
const DARK_BACKGROUND: Background = { color: '#191e24', contrast: 7 };

/** Minimum contrast of a button: WCAG 2.2 success criterion 1.4.11. */
const MIN_NON_TEXT_CONTRAST = 3;

/**
 * Builds the stylesheet for an operator's accent color. Buttons use the exact color where it is visible; links, borders and focus rings use
 * readable shades of it.
 *
 * @param color `#rrggbb`, validated by the caller
 */
export function buildAccentStyles(color: string): string {
  const light = `:root { ${toCssProperties(color, LIGHT_BACKGROUND)} }`;
  const dark = `@media (prefers-color-scheme: dark) { :root { ${toCssProperties(color, DARK_BACKGROUND)} } }`;
  return `${light}\n${dark}\n`;
}

function toCssProperties(color: string, background: Background): string {
  const shade = getReadableColor(background.color, color, background.contrast);
  // On a light page, a border in a readable shade outlines a pale button. On a dark page, a dark button would disappear.
  const fill = background === LIGHT_BACKGROUND || contrast(color, background.color) >= MIN_NON_TEXT_CONTRAST ? color : shade;
  return `--accent: ${fill}; --on-accent: ${getTextColor(fill)}; --accent-ink: ${shade};`;
}
