import { hashSecret, isSameSecret } from '@latchkey/crypto';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { COOKIES, deleteCookie, readCookie, setCookie } from './cookies.js';
import { NOTICES, type Notice } from '../views/account-view-models.js';
import { INPUT_ERRORS, type InputError } from '../views/view-models.js';

/** A message that a page shows once: an input error or a confirmation. */
export type FlashMessage = InputError | Notice;

/** A request to a page with forms. */
export interface FlashMessageContext extends DomainRequest {
  /** CSRF token of the page's forms. */
  csrf: string;
}

const RESPONSES_WITH_INPUT_ERROR = new WeakSet<object>();
const FLASH_MESSAGES: readonly FlashMessage[] = [...INPUT_ERRORS, ...NOTICES];

/**
 * Sets a message that the page shows on its next load, and only then. A form redirects to a reloadable page, so the message travels in a
 * cookie with the path of that page.
 *
 * @param page path of the page
 */
export function setFlashMessage(requestContext: FlashMessageContext, page: string, message: FlashMessage): void {
  const value = `${message}.${computeSignature(requestContext, page, message)}`;
  if (toInputError(message) !== null) RESPONSES_WITH_INPUT_ERROR.add(requestContext.response);
  setCookie(requestContext, COOKIES.flashMessage, { value, path: page });
}

/** @returns the message for the requested page, and deletes its cookie; null if there is no authentic message */
export function takeFlashMessage(requestContext: FlashMessageContext): FlashMessage | null {
  const page = new URL(requestContext.request.url ?? '', requestContext.domain.issuer).pathname;
  const findMessage = (value: string) => FLASH_MESSAGES.find((known) => isAuthentic(requestContext, page, { known, value })) ?? null;
  const value = readCookie(requestContext, COOKIES.flashMessage, (candidate) => findMessage(candidate) !== null);
  if (value === null) return null;
  deleteCookie(requestContext, COOKIES.flashMessage, page);
  return findMessage(value);
}

/** Whether a response redirects to a page that shows an input error. */
export function hasInputError(response: object): boolean {
  return RESPONSES_WITH_INPUT_ERROR.has(response);
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
