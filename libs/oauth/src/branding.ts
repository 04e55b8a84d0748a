/** Text on an accent color has one of these colors, whichever is more readable. */
const LIGHT_TEXT = '#ffffff';
const DARK_TEXT = '#16191d';

/** The minimum contrast of text of normal size: WCAG 2.2 success criterion 1.4.3. */
const MIN_CONTRAST = 4.5;
const STEPS = 100;

type Rgb = readonly [red: number, green: number, blue: number];

/**
 * @returns why a color cannot be used for the buttons of pages, or null; if the contrast is too low, with two similar colors whose contrast
 * suffices
 */
export function findAccentColorViolation(value: unknown): string | null {
  if (typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value)) return 'must be a color such as #1d4f91: # and six hexadecimal digits';
  const [light, dark] = [contrast(value, LIGHT_TEXT), contrast(value, DARK_TEXT)];
  if (Math.max(light, dark) >= MIN_CONTRAST) return null;
  const darker = getReadableColor(LIGHT_TEXT, value);
  const lighter = getReadableColor(DARK_TEXT, value);
  return (
    `is too close to the text on it: the contrast is ${light.toFixed(2)}:1 with white and ${dark.toFixed(2)}:1 with ${DARK_TEXT}, ` +
    `and one of them must be ${MIN_CONTRAST}:1 or more (WCAG 2.2, 1.4.3). ${darker} (darker) or ${lighter} (lighter) would do`
  );
}

/** The color of text on an accent color. */
export function getTextColor(accent: string): string {
  return contrast(accent, LIGHT_TEXT) >= MIN_CONTRAST ? LIGHT_TEXT : DARK_TEXT;
}

/**
 * A readable shade of a color on a background: the color itself if possible, otherwise the first one towards black or white, whichever is
 * farther from the background.
 *
 * @param minContrast the minimum contrast
 */
export function getReadableColor(ground: string, color: string, minContrast = MIN_CONTRAST): string {
  const end = luminance(ground) > 0.18 ? '#000000' : '#ffffff';
  for (let step = 0; step < STEPS; step += 1) {
    const shade = mix(color, end, step / STEPS);
    if (contrast(shade, ground) >= minContrast) return shade;
  }
  return end;
}

/** The contrast ratio of two colors, 1 to 21: WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The relative luminance, 0 to 1: WCAG 2.2. */
function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb;
}

/** @param share of the other color, 0 to 1 */
function mix(color: string, other: string, share: number): string {
  const target = channels(other);
  const mixed = channels(color).map((channel, index) => Math.round(channel + (target[index]! - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** How round the corners of a page's fields and buttons are. */
export const CORNERS = ['Square', 'Slight', 'Round'] as const;
export type Corners = (typeof CORNERS)[number];

/** The font families of pages. Each is on the server or on the device; no page loads one from elsewhere. */
export const FONTS = ['Inter', 'System', 'Serif', 'Rounded'] as const;
export type Font = (typeof FONTS)[number];

export type Scheme = 'light' | 'dark';

/** Colors that follow from an accent color. */
export interface AccentShades {
  /** Of the main button: the exact color where it is visible. */
  fill: string;
  /** Of the text on the button. */
  text: string;
  /** Of links, borders and focus rings. */
  ink: string;
  /** Of the edge of a button that is too pale to be seen; null: none needed. */
  edge: string | null;
}

/** The background with the least contrast to readable shades, and the text contrast that it requires: see tokens.css of libs/design. */
const BACKGROUNDS: Readonly<Record<Scheme, { color: string; contrast: number }>> = {
  light: { color: '#eceef1', contrast: 4.5 },
  // On a dark page, a color with less contrast looks disabled.
  dark: { color: '#1b2129', contrast: 7 },
};

const BLACK = '#000000';
/** The color of text on the background of light pages: `--lk-ink-2` of tokens.css. */
const TEXT_ON_BACKGROUND = '#4a5360';

/** Minimum contrast of a button: WCAG 2.2 success criterion 1.4.11. */
const MIN_NON_TEXT_CONTRAST = 3;

/** @param color `#rrggbb` @param ground the operator's background of light pages; null for the default */
export function getAccentShades(color: string, scheme: Scheme, ground: string | null = null): AccentShades {
  const standard = BACKGROUNDS[scheme];
  const isDarker = ground !== null && scheme === 'light' && contrast(ground, BLACK) < contrast(standard.color, BLACK);
  const background = isDarker ? { ...standard, color: ground } : standard;
  const ink = getReadableColor(background.color, color, background.contrast);
  const isVisible = (shade: string): boolean => contrast(shade, background.color) >= MIN_NON_TEXT_CONTRAST;
  // On a light page, an edge in a readable shade outlines a pale button. On a dark page, a dark button would disappear.
  const fill = scheme === 'light' || isVisible(color) ? color : ink;
  return { fill, text: getTextColor(fill), ink, edge: isVisible(fill) ? null : ink };
}

/** @returns why a color cannot be the background of light pages, or null; if the contrast is too low, with a similar color that suffices */
export function findBackgroundColorViolation(value: unknown): string | null {
  if (typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value)) return 'must be a color such as #f2f4f7: # and six hexadecimal digits';
  const measured = contrast(value, TEXT_ON_BACKGROUND);
  if (measured >= MIN_CONTRAST) return null;
  const lighter = getReadableColor(TEXT_ON_BACKGROUND, value);
  return (
    `is too dark for the text on it: the contrast with ${TEXT_ON_BACKGROUND} is ${measured.toFixed(2)}:1, and must be ` +
    `${MIN_CONTRAST}:1 or more (WCAG 2.2, 1.4.3). ${lighter} would do`
  );
}

/** The accent of tokens.css, for a domain without its own. */
export const DEFAULT_ACCENT_COLOR = '#2758d2';

/** @returns the first letter or digit of a name in upper case, the default mark of a site or application; empty if it has none */
export function getInitial(name: string): string {
  const [initial = ''] = /[\p{L}\p{N}]/u.exec(name) ?? [];
  const upper = initial.toUpperCase();
  return [...upper].length === 1 ? upper : initial;
}
