import { contrast, findAccentColorViolation, getAccentShades, getTextColor, type Scheme } from '@latchkey/oauth';

export type { Scheme };

/** The colours of pages without an accent, from the tokens. */
const DEFAULTS: Record<Scheme, Accent> = {
  light: { fill: '#2758d2', text: '#ffffff', ink: '#1c47b3' },
  dark: { fill: '#3466dd', text: '#ffffff', ink: '#96b8ff' },
};
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
  const { fill, text, ink } = getAccentShades(color, scheme);
  return { fill, text, ink };
}

/** The contrast of the text on a button of this colour. null if the colour cannot be used. */
export function measureButton(color: string): { ratio: string; isWhite: boolean } | null {
  if (findAccentColorViolation(color) !== null) return null;
  const text = getTextColor(color);
  return { ratio: contrast(color, text).toFixed(1), isWhite: text === WHITE };
}
