import { DEFAULT_ACCENT_COLOR, getAccentShades, getInitial, type Scheme } from '@latchkey/oauth';

/** The branding of a domain, as far as mails show it. Null stands for the default. */
export interface MailBranding {
  /** `#rrggbb`, like the background. */
  accentColor: string | null;
  backgroundColor: string | null;
  /** An https URL, like the following. */
  logoUrl: string | null;
  /** May be `mailto:`. */
  supportUri: string | null;
  termsUri: string | null;
  privacyUri: string | null;
}

/** Values of the layout that distinguish the mails of a domain. Colors are `#rrggbb`. */
export interface MailLook {
  /** The URL of a picture; empty: the initial stands for it. */
  logo: string;
  initial: string;
  ground: string;
  fill: string;
  text: string;
  edge: string;
  darkFill: string;
  darkText: string;
  darkEdge: string;
}

/** `--lk-ground` of tokens.css. */
const DEFAULT_GROUND = '#f2f4f7';

/** The colors and the logo of a domain's mails: those of its pages. @param name of the domain in the mail */
export function createMailLook(name: string, branding: MailBranding | null): MailLook {
  const { accentColor, backgroundColor, logoUrl } = branding ?? { accentColor: null, backgroundColor: null, logoUrl: null };
  const getShades = (scheme: Scheme) => {
    const { fill, text, edge } = getAccentShades(accentColor ?? DEFAULT_ACCENT_COLOR, scheme, backgroundColor);
    return { fill, text, edge: edge ?? fill };
  };
  const dark = getShades('dark');
  const logo = toMailPicture(logoUrl);
  return {
    logo,
    initial: logo === '' ? getInitial(name) : '',
    ground: backgroundColor ?? DEFAULT_GROUND,
    ...getShades('light'),
    darkFill: dark.fill,
    darkText: dark.text,
    darkEdge: dark.edge,
  };
}

/** @returns empty for an SVG, which mail programs do not show, and for what is no https URL */
export function toMailPicture(url: string | null): string {
  return url !== null && /^https:/i.test(url) && !/\.svgz?([?#]|$)/i.test(url) ? url : '';
}
