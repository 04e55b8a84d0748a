import { contrast, readableOn, textOn } from '@latchkey/oauth';

/** The surfaces that accents are seen on, as in browser/pages.css. */
const SURFACES = { light: '#ffffff', dark: '#191e24' };
/** What a button must stand out by: WCAG 2.2 success criterion 1.4.11. */
const VISIBLE = 3;

/**
 * The stylesheet that gives pages an operator's accent color: the color itself on buttons where it can be seen, and shades of it for
 * links, borders and focus rings, each readable on its surface.
 *
 * @param color `#rrggbb`, and nothing else
 */
export function accentStyles(color: string): string {
  const light = `:root { ${properties(color, SURFACES.light)} }`;
  const dark = `@media (prefers-color-scheme: dark) { :root { ${properties(color, SURFACES.dark)} } }`;
  return `${light}\n${dark}\n`;
}

function properties(color: string, surface: string): string {
  const shade = readableOn(surface, color);
  // On a light page a border in the readable shade shows where a pale button is; on a dark one a dark button would be a hole.
  const fill = surface === SURFACES.light || contrast(color, surface) >= VISIBLE ? color : shade;
  return `--accent: ${fill}; --on-accent: ${textOn(fill)}; --accent-ink: ${shade};`;
}
