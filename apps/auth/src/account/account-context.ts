import { hashSecret } from '@latchkey/crypto';
import type { ServerResponse } from 'node:http';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { setFlashMessage, type FlashMessage } from '../pages/http/flash-message.js';
import { ANY_IDENTITY_PROVIDER_URL, BROWSER_HEADERS } from '../pages/http/page-headers.js';
import type { PageContext } from '../pages/page-context.js';
import type { CurrentSession } from '../authorization/session.service.js';

const ACCOUNT_PATH = '/account';

/** A request of a signed-in user to an account page. */
export interface AccountContext extends DomainRequest {
  session: CurrentSession;
  /** Secret of the session, from which the CSRF tokens of its forms are derived. */
  csrf: string;
  /** CSRF token of the forms of this page. */
  formToken: string;
  context: PageContext;
  /** Whether the sign-in is recent enough, and its acr strong enough, for changes of credentials. */
  canChange: boolean;
}

export const SALT_LENGTH = 16;

/**
 * Differs for each load of the page, so that a reloaded page can submit the form again but a second click cannot (FormSubmissionService).
 *
 * @param salt SALT_LENGTH characters
 */
export function deriveFormToken(csrf: string, salt: string): string {
  return `${salt}${hashSecret(`${salt} ${csrf}`).toString('base64url')}`;
}

/** Where the forms of the account's pages may lead: signing out of a federated session goes on at the identity provider. */
export function listFormTargets({ session, domain }: AccountContext): string[] {
  return session.federation === undefined ? [] : [ANY_IDENTITY_PROVIDER_URL, domain.issuer];
}

/** Scope within which new recovery codes can be displayed: the session that created them. */
export function displayScope({ session }: AccountContext): string {
  return `session:${session.sid}`;
}

/** @returns the value of a form field; empty if the field is missing or repeated */
export function readFormField({ request }: DomainRequest, name: string): string {
  const { body } = request as { body?: Record<string, unknown> };
  const value = body?.[name];
  return typeof value === 'string' ? value : '';
}

/** Redirects to the account page, which shows the message once. */
export function redirectWithFlashMessage(account: AccountContext, message: FlashMessage): void {
  setFlashMessage(account, ACCOUNT_PATH, message);
  seeOther(account.response, ACCOUNT_PATH);
}

/** Redirects with 303, after which browsers use GET: RFC 9110 section 15.4.4. */
export function seeOther(response: ServerResponse, location: string): void {
  response.writeHead(303, { ...BROWSER_HEADERS, 'Cache-Control': 'no-store', Location: location });
  response.end();
}
