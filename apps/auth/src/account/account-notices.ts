import { hashSecret, indexOfSecret } from '@latchkey/crypto';
import { NOTICES, type Notice } from '../pages/view-models.js';
import type { AccountVisit } from './account-visit.js';

/** The page, with what has just been done: only we can make such an address, so that nobody is told of what never happened. */
export function pageWith(notice: Notice, visit: Pick<AccountVisit, 'csrf'>): string {
  return `/account?${new URLSearchParams({ done: notice, proof: proofOf(notice, visit) }).toString()}`;
}

/** @returns null if the address tells of nothing, or is not ours */
export function noticeIn(query: URLSearchParams, visit: Pick<AccountVisit, 'csrf'>): Notice | null {
  const notice = NOTICES.find((known) => known === query.get('done'));
  if (notice === undefined) return null;
  return indexOfSecret(query.get('proof') ?? '', [hashSecret(proofOf(notice, visit))]) === 0 ? notice : null;
}

function proofOf(notice: Notice, { csrf }: Pick<AccountVisit, 'csrf'>): string {
  return hashSecret(`${notice} ${csrf}`).toString('base64url');
}
