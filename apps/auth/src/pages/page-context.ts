import type { CachedDomain } from '../domain/cached-domain.js';
import type { Language } from './i18n/language.js';

/** What every page is made from, whatever it shows. */
export interface PageContext {
  /** The domain's name, as it stands in the address bar. */
  domain: string;
  /** How the operator wants the pages to look; null where it is not known, as for a host that is no domain. */
  branding: CachedDomain['branding'] | null;
  language: Language;
}
