import { hashSecret, isSameSecret } from '@latchkey/crypto';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { INPUT_ERRORS, NOTICES, type InputError, type Notice } from '../views/view-models.js';

/** What a page tells once: what was wrong with what was entered, or what was done. */
export type FlashMessage = InputError | Notice;

/** A request to a page with forms. */
export interface FlashMessageContext extends DomainRequest {
  /** What those forms bear. */
  csrf: string;
}

const FLASH_MESSAGES: readonly FlashMessage[] = [...INPUT_ERRORS, ...NOTICES];
const COOKIE_NAME = 'told';
/** Long enough to get from a form to the next page; what was not told by then is not told at all. */
const MAX_AGE_SECONDS = 60;
const EXPIRES_IN_PAST = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT';

/**
 * Lets a page tell something the next time that it is asked for, and only then: each answer to a form is a page that can be asked for
 * again, so what came of the form travels in a cookie of that page.
 *
 * @param page its path
 */
export function setFlashMessage(requestContext: FlashMessageContext, page: string, message: FlashMessage): void {
  setCookie(requestContext, page, `${message}.${computeSignature(requestContext, page, message)}; Max-Age=${MAX_AGE_SECONDS}`);
}

/** @returns what the page that is asked for has to tell; null: nothing, or nothing that we have said */
export function takeFlashMessage(requestContext: FlashMessageContext): FlashMessage | null {
  const page = new URL(requestContext.request.url ?? '', requestContext.domain.issuer).pathname;
  const values = (requestContext.request.headers.cookie ?? '')
    .split('; ')
    .filter((pair) => pair.startsWith(`${getCookieName(requestContext)}=`))
    .map((pair) => pair.slice(getCookieName(requestContext).length + 1));
  if (values.length === 0) return null;
  const message = FLASH_MESSAGES.find((known) => values.some((value) => isAuthentic(requestContext, page, { known, value }))) ?? null;
  if (message !== null) setCookie(requestContext, page, `; ${EXPIRES_IN_PAST}`);
  return message;
}

/** @returns what it tells of, if that is something wrong */
export function toInputError(message: FlashMessage | null): InputError | null {
  return INPUT_ERRORS.find((error) => error === message) ?? null;
}

/** @returns what it tells of, if that is something done */
export function toNotice(message: FlashMessage | null): Notice | null {
  return NOTICES.find((notice) => notice === message) ?? null;
}

function isAuthentic(requestContext: FlashMessageContext, page: string, { known, value }: { known: FlashMessage; value: string }): boolean {
  return value.startsWith(`${known}.`) && isSameSecret(value.slice(known.length + 1), computeSignature(requestContext, page, known));
}

/** Only we can say so: a sibling host, which may set cookies for the whole zone, cannot. */
function computeSignature({ csrf }: FlashMessageContext, page: string, message: FlashMessage): string {
  return hashSecret(`${page} ${message} ${csrf}`).toString('base64url');
}

function setCookie(requestContext: FlashMessageContext, page: string, value: string): void {
  const secure = isSecure(requestContext) ? '; Secure' : '';
  requestContext.response.appendHeader(
    'Set-Cookie',
    `${getCookieName(requestContext)}=${value}; Path=${page}; HttpOnly; SameSite=Lax${secure}`,
  );
}

function getCookieName(requestContext: DomainRequest): string {
  return isSecure(requestContext) ? `__Secure-${COOKIE_NAME}` : COOKIE_NAME;
}

function isSecure({ domain }: DomainRequest): boolean {
  return domain.issuer.startsWith('https:');
}
