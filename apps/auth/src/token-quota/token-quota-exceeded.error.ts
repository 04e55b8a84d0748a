import type { TokenLimit } from '../domain/token-limit.js';

/** A client or a subscription has no tokens left in a minute or day. */
export class TokenQuotaExceededError extends Error {
  /** Seconds until the next window begins. */
  readonly retryAfter: number;

  /** @param remainingMs until the window ends */
  constructor({ owner, limit, period }: TokenLimit, remainingMs: number) {
    super(`the ${'clientId' in owner ? 'client' : 'subscription'} has used up its quota of ${limit} access tokens per ${period}`);
    this.retryAfter = Math.max(1, Math.ceil(remainingMs / 1_000));
  }
}
