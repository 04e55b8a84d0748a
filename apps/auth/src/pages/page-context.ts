import type { Language } from './language.js';

/** How an operator wants a domain's pages to look. Null: as they look by default. */
export interface Branding {
  /** Who the pages speak for. */
  name: string | null;
  /** An https address. */
  logoUrl: string | null;
  /** `#rrggbb`. */
  accentColor: string | null;
}

/** What every page is made from, whatever it shows. */
export interface PageContext {
  /** The domain's name, as it stands in the address bar. */
  domain: string;
  branding: Branding | null;
  language: Language;
}
