import { parseCookie } from 'cookie';

/** Where the form in the footer leads. */
export const LANGUAGE_PATH = '/language';

/** Names that the cookie has over https and http: see getCookieName. */
const NAMES = ['__Host-language', 'latchkey_language'];

/** @returns the language that the person chose in this browser, unchecked; null if none. It needs no domain, since error pages have none */
export function readLanguageCookie(header: string | undefined): string | null {
  const cookies = parseCookie(header ?? '');
  return NAMES.map((name) => cookies[name]).find((value) => value !== undefined) ?? null;
}
