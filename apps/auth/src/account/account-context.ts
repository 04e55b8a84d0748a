import type { DomainRequest } from '../domain/served-domain.service.js';
import { setFlashMessage, type FlashMessage } from '../pages/http/flash-message.js';
import type { PageContext } from '../pages/page-context.js';
import type { CurrentSession } from '../provider/logout/session.service.js';
import { seeOther } from './see-other.js';

const ACCOUNT_PATH = '/account';

/** A request of somebody who is signed in, to their own page. */
export interface AccountContext extends DomainRequest {
  session: CurrentSession;
  /** What forms of this session bear. */
  csrf: string;
  context: PageContext;
  /** Whether the sign-in is recent and sure enough for changes. */
  mayChange: boolean;
}

/** Where recovery codes that are made in this session can be shown. */
export function displayScope({ session }: AccountContext): string {
  return `session:${session.sid}`;
}

/** A field of the form that was posted; empty if it is not there, or is there more than once. */
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
