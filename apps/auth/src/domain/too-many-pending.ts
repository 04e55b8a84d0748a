/** Seconds after which somebody may try again, if a domain has no room: by then others have finished, or have given up. */
const DOMAIN_RETRY_SECONDS = 60;

/** More has been begun than PendingLimits allow. */
export class TooManyPending extends Error {
  /** @param retryAfter seconds */
  constructor(readonly retryAfter: number = DOMAIN_RETRY_SECONDS) {
    super('too many sign-ins are under way');
  }
}
