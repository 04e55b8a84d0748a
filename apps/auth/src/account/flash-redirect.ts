import { setFlashMessage, type FlashMessage } from '../pages/http/flash-message.js';
import type { AccountContext } from './account-context.js';
import { seeOther } from './see-other.js';

const PAGE = '/account';

/** Leads to the account page, which tells what was done, or what was wrong. */
export function redirectWithFlashMessage(account: AccountContext, message: FlashMessage): void {
  setFlashMessage(account, PAGE, message);
  seeOther(account.response, PAGE);
}
