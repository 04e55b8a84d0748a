/** `Retry-After` when the domain has reached its limit. */
const DOMAIN_RETRY_SECONDS = 60;

/** A new record would exceed a limit of PendingLimitService. */
export class TooManyPendingError extends Error {
  /** @param retryAfter seconds */
  constructor(readonly retryAfter: number = DOMAIN_RETRY_SECONDS) {
    super('too many sign-ins are under way');
  }
}
