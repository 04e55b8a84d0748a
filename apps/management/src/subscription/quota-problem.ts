import { QuotaExceededError, type ExceededQuota } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';

/** The problem of a creation that the quota of the subscription refuses; null for other errors. */
export function toQuotaProblem(error: unknown): Problem | null {
  return error instanceof QuotaExceededError ? new Problem('quota-exceeded', describe(error.quota), { cause: error }) : null;
}

function describe({ object, limit, existing }: ExceededQuota): string {
  const has = existing > limit ? 'more' : String(existing);
  return `Your subscription may have ${limit} ${object}, and has ${has}. Delete some, or ask the operator of the service to raise the quota. Nothing was changed.`;
}
