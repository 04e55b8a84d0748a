import { contrast, findAccentColorViolation, getReadableColor, getTextColor } from '@latchkey/oauth';

export type Scheme = 'light' | 'dark';

/** The backgrounds of the auth server's pages, and the contrast of text on them: apps/auth/src/pages/accent-styles.ts. */
const BACKGROUNDS = { light: { color: '#f3f5f8', contrast: 4.5 }, dark: { color: '#191e24', contrast: 7 } };
/** The colours of pages without an accent. */
const DEFAULTS: Record<Scheme, Accent> = {
  light: { fill: '#1d4f91', text: '#ffffff', ink: '#1d4f91' },
  dark: { fill: '#9cc2f5', text: '#16191d', ink: '#9cc2f5' },
};
const MIN_NON_TEXT_CONTRAST = 3;
const WHITE = '#ffffff';

export interface Accent {
  /** Of the primary button. */
  fill: string;
  /** On the button. */
  text: string;
  /** Of links, borders and focus rings. */
  ink: string;
}

/** The colours that the pages derive from an accent, as the auth server does. An unusable one counts as none. */
export function toAccent(color: string, scheme: Scheme): Accent {
  if (findAccentColorViolation(color) !== null) return DEFAULTS[scheme];
  const background = BACKGROUNDS[scheme];
  const ink = getReadableColor(background.color, color, background.contrast);
  const fill = scheme === 'light' || contrast(color, background.color) >= MIN_NON_TEXT_CONTRAST ? color : ink;
  return { fill, text: getTextColor(fill), ink };
}

/** The contrast of the text on a button of this colour. null if the colour cannot be used. */
export function measureButton(color: string): { ratio: string; isWhite: boolean } | null {
  if (findAccentColorViolation(color) !== null) return null;
  const text = getTextColor(color);
  return { ratio: contrast(color, text).toFixed(1), isWhite: text === WHITE };
}
