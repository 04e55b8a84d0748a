import { hashSecret, isSameSecret } from '@latchkey/crypto';
import type { Visit } from '../domain/served-domain.js';
import { INPUT_ERRORS, NOTICES, type InputError, type Notice } from './view-models.js';

/** What a page tells once: what was wrong with what was entered, or what was done. */
export type Told = InputError | Notice;

/** A request to a page with forms. */
export interface TellingVisit extends Visit {
  /** What those forms bear. */
  csrf: string;
}

const ALL: readonly Told[] = [...INPUT_ERRORS, ...NOTICES];
const NAME = 'told';
/** Long enough to get from a form to the next page; what was not told by then is not told at all. */
const SECONDS = 60;
const PAST = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT';

/**
 * Lets a page tell something the next time that it is asked for, and only then: each answer to a form is a page that can be asked for
 * again, so what came of the form travels in a cookie of that page.
 *
 * @param page its path
 */
export function tell(visit: TellingVisit, page: string, told: Told): void {
  setCookie(visit, page, `${told}.${proofOf(visit, page, told)}; Max-Age=${SECONDS}`);
}

/** @returns what the page that is asked for has to tell; null: nothing, or nothing that we have said */
export function toldOn(visit: TellingVisit): Told | null {
  const page = new URL(visit.request.url ?? '', visit.domain.issuer).pathname;
  const values = (visit.request.headers.cookie ?? '')
    .split('; ')
    .filter((pair) => pair.startsWith(`${nameOf(visit)}=`))
    .map((pair) => pair.slice(nameOf(visit).length + 1));
  if (values.length === 0) return null;
  const told = ALL.find((known) => values.some((value) => isOurs(visit, page, { known, value }))) ?? null;
  if (told !== null) setCookie(visit, page, `; ${PAST}`);
  return told;
}

/** @returns what it tells of, if that is something wrong */
export function errorIn(told: Told | null): InputError | null {
  return INPUT_ERRORS.find((error) => error === told) ?? null;
}

/** @returns what it tells of, if that is something done */
export function noticeIn(told: Told | null): Notice | null {
  return NOTICES.find((notice) => notice === told) ?? null;
}

function isOurs(visit: TellingVisit, page: string, { known, value }: { known: Told; value: string }): boolean {
  return value.startsWith(`${known}.`) && isSameSecret(value.slice(known.length + 1), proofOf(visit, page, known));
}

/** Only we can say so: a sibling host, which may set cookies for the whole zone, cannot. */
function proofOf({ csrf }: TellingVisit, page: string, told: Told): string {
  return hashSecret(`${page} ${told} ${csrf}`).toString('base64url');
}

function setCookie(visit: TellingVisit, page: string, value: string): void {
  const secure = isSecure(visit) ? '; Secure' : '';
  visit.response.appendHeader('Set-Cookie', `${nameOf(visit)}=${value}; Path=${page}; HttpOnly; SameSite=Lax${secure}`);
}

function nameOf(visit: Visit): string {
  return isSecure(visit) ? `__Secure-${NAME}` : NAME;
}

function isSecure({ domain }: Visit): boolean {
  return domain.issuer.startsWith('https:');
}
