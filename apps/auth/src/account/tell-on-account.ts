import { tell, type Told } from '../pages/told.js';
import type { AccountVisit } from './account-visit.js';
import { seeOther } from './see-other.js';

const PAGE = '/account';

/** Leads to the account page, which tells what was done, or what was wrong. */
export function tellOnAccount(visit: AccountVisit, told: Told): void {
  tell(visit, PAGE, told);
  seeOther(visit.response, PAGE);
}
