/** What the database counts for a quota. */
export type CountedObject = 'domains' | 'clients' | 'users';

/** Details of a refused creation. */
export interface ExceededQuota {
  object: CountedObject;
  limit: number;
  /** How many the subscription has; counted only up to one more than the limit. */
  existing: number;
}

/** The subscription has no room for one more. Nothing was changed. */
export class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError';

  constructor(readonly quota: ExceededQuota) {
    super(`The subscription may have ${quota.limit} ${quota.object}`);
  }
}
