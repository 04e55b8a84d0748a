/** An address has sent too many refused JWTs to a domain: see RefusedTokenLimitService. */
export class TooManyRefusedTokensError extends Error {
  override readonly name = 'TooManyRefusedTokensError';

  /** @param retryAfter seconds until the address may send JWTs again */
  constructor(readonly retryAfter: number) {
    super('too many tokens from this address were refused; try again later');
  }
}
