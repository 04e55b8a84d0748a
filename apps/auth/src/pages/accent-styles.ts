import { contrast, getReadableColor, getTextColor } from '@latchkey/oauth';

/** The background with the least contrast to readable shades of an accent, and the text contrast that it requires. */
interface Background {
  color: string;
  contrast: number;
}

/** Somewhat darker than the ground and the soft shades of tokens.css and browser/pages.css. */
const LIGHT_BACKGROUND: Background = { color: '#eceef1', contrast: 4.5 };
/** On a dark page, a color with less contrast looks disabled. */
const DARK_BACKGROUND: Background = { color: '#1b2129', contrast: 7 };

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
  // As specific as the selector of tokens.css.
  const dark = `@media (prefers-color-scheme: dark) { :root:not([data-scheme='light']) { ${toCssProperties(color, DARK_BACKGROUND)} } }`;
  return `${light}\n${dark}\n`;
}

function toCssProperties(color: string, background: Background): string {
  const shade = getReadableColor(background.color, color, background.contrast);
  const isVisible = contrast(color, background.color) >= MIN_NON_TEXT_CONTRAST;
  // On a light page, a border in a readable shade outlines a pale button. On a dark page, a dark button would disappear.
  const fill = background === LIGHT_BACKGROUND || isVisible ? color : shade;
  const edge = contrast(fill, background.color) >= MIN_NON_TEXT_CONTRAST ? 'transparent' : shade;
  return `--lk-accent: ${fill}; --lk-on-accent: ${getTextColor(fill)}; --lk-accent-ink: ${shade}; --lk-accent-edge: ${edge};`;
}
