import type { Language } from '@latchkey/page-texts';
import type { IncomingMessage } from 'node:http';
import type { CachedDomain } from '../domain/cached-domain.js';
import { readLanguageCookie } from './http/language.cookie.js';
import { chooseLanguage } from './i18n/language.js';

/** Data that every page needs. */
export interface PageContext {
  /** The domain name, as in the address bar. */
  domain: string;
  /** The operator's branding; null if unknown, for example for an unknown host. */
  branding: CachedDomain['branding'] | null;
  language: Language;
  /** Path and query of the page, to return to after a change of the language; null if the page is no response to GET. */
  address: string | null;
}

type PageRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** @param uiLocales BCP 47 tags separated by spaces: `ui_locales` of OpenID Connect Core section 3.1.2.1 */
export function createPageContext(
  request: PageRequest,
  { name, branding }: { name: string; branding: PageContext['branding'] },
  uiLocales?: string,
): PageContext {
  const { method, url = '/', headers } = request;
  return {
    domain: name,
    branding,
    language: chooseLanguage({ chosen: readLanguageCookie(headers.cookie), uiLocales, acceptLanguage: headers['accept-language'] }),
    address: method === 'GET' ? url : null,
  };
}

/** @returns the name that people know the site by */
export function getSiteName({ domain, branding }: Pick<PageContext, 'domain' | 'branding'>): string {
  return branding?.name ?? domain;
}
