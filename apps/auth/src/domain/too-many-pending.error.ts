/** `Retry-After` when the domain is full. */
const DOMAIN_RETRY_SECONDS = 60;

/** A pending record exceeds PendingLimitService. */
export class TooManyPendingError extends Error {
  /** @param retryAfter seconds */
  constructor(readonly retryAfter: number = DOMAIN_RETRY_SECONDS) {
    super('too many sign-ins are under way');
  }
}
