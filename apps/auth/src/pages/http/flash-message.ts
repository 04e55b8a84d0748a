import { hashSecret, isSameSecret } from '@latchkey/crypto';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { INPUT_ERRORS, NOTICES, type InputError, type Notice } from '../views/view-models.js';

/** A message that a page shows once: an input error or a confirmation. */
export type FlashMessage = InputError | Notice;

/** A request to a page with forms. */
export interface FlashMessageContext extends DomainRequest {
  /** CSRF token of the page's forms. */
  csrf: string;
}

const FLASH_MESSAGES: readonly FlashMessage[] = [...INPUT_ERRORS, ...NOTICES];
const COOKIE_NAME = 'told';
/** Long enough for the redirect from the form to the page. */
const MAX_AGE_SECONDS = 60;
const EXPIRES_IN_PAST = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT';

/**
 * Sets a message that the page shows on its next load, and only then. A form redirects to a reloadable page, so the message travels in a
 * cookie with the path of that page.
 *
 * @param page path of the page
 */
export function setFlashMessage(requestContext: FlashMessageContext, page: string, message: FlashMessage): void {
  setCookie(requestContext, page, `${message}.${computeSignature(requestContext, page, message)}; Max-Age=${MAX_AGE_SECONDS}`);
}

/** @returns the message for the requested page, and deletes its cookie; null if there is no authentic message */
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

/** @returns the message if it is an input error, otherwise null */
export function toInputError(message: FlashMessage | null): InputError | null {
  return INPUT_ERRORS.find((error) => error === message) ?? null;
}

/** @returns the message if it is a confirmation, otherwise null */
export function toNotice(message: FlashMessage | null): Notice | null {
  return NOTICES.find((notice) => notice === message) ?? null;
}

function isAuthentic(requestContext: FlashMessageContext, page: string, { known, value }: { known: FlashMessage; value: string }): boolean {
  return value.startsWith(`${known}.`) && isSameSecret(value.slice(known.length + 1), computeSignature(requestContext, page, known));
}

/** Signs the message, because a sibling host can set cookies for the whole zone. */
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
