import type { CachedDomain } from '../domain/cached-domain.js';
import type { Language } from './i18n/language.js';

/** Data that every page needs. */
export interface PageContext {
  /** The domain name, as in the address bar. */
  domain: string;
  /** The operator's branding; null if unknown, for example for an unknown host. */
  branding: CachedDomain['branding'] | null;
  language: Language;
}
