import type { DomainRequest } from '../domain/served-domain.service.js';
import { setFlashMessage, type FlashMessage } from '../pages/http/flash-message.js';
import type { PageContext } from '../pages/page-context.js';
import type { CurrentSession } from '../provider/logout/session.service.js';
import { seeOther } from './see-other.js';

const ACCOUNT_PATH = '/account';

/** A request of a signed-in user to an account page. */
export interface AccountContext extends DomainRequest {
  session: CurrentSession;
  /** CSRF token of the session's forms. */
  csrf: string;
  context: PageContext;
  /** Whether the sign-in is recent enough, and its acr strong enough, for changes of credentials. */
  canChange: boolean;
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
