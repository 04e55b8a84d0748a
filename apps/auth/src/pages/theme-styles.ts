import { getAccentShades, type Corners, type Font, type Scheme } from '@latchkey/oauth';

/** What a domain's own stylesheet is made of. Null stands for the default. */
export interface Theme {
  /** `#rrggbb` in lower case, like the background. */
  accentColor: string | null;
  backgroundColor: string | null;
  corners: Corners | null;
  font: Font | null;
}

const RADII: Readonly<Record<Corners, [control: string, card: string]>> = {
  Square: ['2px', '4px'],
  Slight: ['10px', '18px'],
  Round: ['16px', '26px'],
};

const FONT_FAMILIES: Readonly<Record<Font, string>> = {
  Inter: "'Inter Variable', Inter, system-ui, sans-serif",
  System: 'system-ui, sans-serif',
  Serif: "ui-serif, 'Iowan Old Style', Georgia, 'Noto Serif', serif",
  Rounded: "ui-rounded, 'SF Pro Rounded', 'Hiragino Maru Gothic ProN', Nunito, system-ui, sans-serif",
};

/**
 * Builds the stylesheet that overrides the tokens by an operator's choices. Buttons use the exact accent color where it is visible; links,
 * borders and focus rings use readable shades of it. The background is that of light pages.
 */
export function buildThemeStyles({ accentColor, backgroundColor, corners, font }: Theme): string {
  const [radius, cardRadius] = RADII[corners ?? 'Slight'];
  const light = [
    ...(accentColor === null ? [] : listAccentProperties(accentColor, 'light', backgroundColor)),
    ...(backgroundColor === null ? [] : [`--lk-ground: ${backgroundColor};`, '--halo: transparent;']),
    ...(corners === null ? [] : [`--radius: ${radius};`, `--card-radius: ${cardRadius};`]),
    ...(font === null ? [] : [`--lk-font: ${FONT_FAMILIES[font]};`]),
  ];
  const dark = accentColor === null ? [] : listAccentProperties(accentColor, 'dark');
  // As specific as the selector of tokens.css.
  return `:root { ${light.join(' ')} }\n@media (prefers-color-scheme: dark) { :root:not([data-scheme='light']) { ${dark.join(' ')} } }\n`;
}

function listAccentProperties(color: string, scheme: Scheme, ground: string | null = null): string[] {
  const { fill, text, ink, edge } = getAccentShades(color, scheme, ground);
  return [`--lk-accent: ${fill};`, `--lk-on-accent: ${text};`, `--lk-accent-ink: ${ink};`, `--lk-accent-edge: ${edge ?? 'transparent'};`];
}
