import { hashSecret, randomSecret } from '@latchkey/crypto';
import type { Visit } from '../domain/served-domain.js';

const MARK = /^[\w-]{43}$/;

/** Seconds. Whoever comes back too late is known for a day, and can be told so: see FederationRequestRepository. */
const LIFETIME = 86_400;
const OVER = 'Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT';

/**
 * What tells the browser that was sent to a provider from every other: a secret of its own, of which we keep the hash. It stays the same
 * while it is used, so that several sign-ins may be under way in one browser. RFC 9700 section 4.7.1.
 *
 * @param state of the request that it was marked for
 */
export function markOf(visit: Pick<Visit, 'request' | 'domain'>, state: string): string | null {
  return cookieOf(visit, nameFor(visit, state)) ?? cookieOf(visit, nameOf(visit));
}

/** Marks the browser. @returns its mark */
export function markBrowser(visit: Visit, state: string): string {
  const known = cookieOf(visit, nameOf(visit));
  const mark = known ?? randomSecret();
  setCookie(visit, `${nameOf(visit)}=${mark}`, `Max-Age=${LIFETIME}`);
  // Two that begin at the same moment get two marks, of which the browser keeps one: the other stands by the request that it was made for.
  if (known === null) setCookie(visit, `${nameFor(visit, state)}=${mark}`, `Max-Age=${LIFETIME}`);
  return mark;
}

/** What stood by a request alone is over with it. */
export function forgetMarkOf(visit: Visit, state: string): void {
  const name = nameFor(visit, state);
  if (cookieOf(visit, name) !== null) setCookie(visit, `${name}=`, OVER);
}

export function hashOfMark(mark: string): Buffer {
  return hashSecret(mark);
}

function cookieOf({ request }: Pick<Visit, 'request'>, name: string): string | null {
  const pairs = (request.headers.cookie ?? '').split(/; */);
  const mark = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return mark !== undefined && MARK.test(mark) ? mark : null;
}

function setCookie({ domain, response }: Visit, pair: string, lifetime: string): void {
  const secure = domain.issuer.startsWith('https:') ? '; Secure' : '';
  // A provider that answers by a redirect is another site: Lax lets the cookie pass with it.
  response.appendHeader('Set-Cookie', `${pair}; Path=/; ${lifetime}; HttpOnly; SameSite=Lax${secure}`);
}

/** RFC 6265bis section 4.1.3: no sibling host can set it for us. */
function nameOf({ domain }: Pick<Visit, 'domain'>): string {
  return domain.issuer.startsWith('https:') ? '__Host-federation' : 'federation';
}

function nameFor(visit: Pick<Visit, 'domain'>, state: string): string {
  return `${nameOf(visit)}-${hashSecret(state).toString('hex').slice(0, 16)}`;
}
