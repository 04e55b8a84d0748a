import { hashSecret, randomSecret } from '@latchkey/crypto';
import type { Visit } from '../domain/served-domain.js';

const MARK = /^[\w-]{43}$/;

/**
 * What tells the browser that was sent to a provider from every other: a secret of its own, of which we keep the hash. It stays the same
 * while it is used, so that several sign-ins may be under way in one browser. RFC 9700 section 4.7.1.
 */
export function markOf({ request, domain }: Pick<Visit, 'request' | 'domain'>): string | null {
  const pairs = (request.headers.cookie ?? '').split(/; */);
  const start = `${nameOf(domain.issuer)}=`;
  const mark = pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  return mark !== undefined && MARK.test(mark) ? mark : null;
}

/** Marks the browser for as many seconds. @returns its mark */
export function markBrowser(visit: Visit, seconds: number): string {
  const mark = markOf(visit) ?? randomSecret();
  const secure = visit.domain.issuer.startsWith('https:') ? '; Secure' : '';
  // A provider that answers by a redirect is another site: Lax lets the cookie pass with it.
  const cookie = `${nameOf(visit.domain.issuer)}=${mark}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  visit.response.appendHeader('Set-Cookie', cookie);
  return mark;
}

export function hashOfMark(mark: string): Buffer {
  return hashSecret(mark);
}

/** RFC 6265bis section 4.1.3: no sibling host can set it for us. */
function nameOf(issuer: string): string {
  return issuer.startsWith('https:') ? '__Host-federation' : 'federation';
}
