import type { KoaContextWithOIDC } from 'oidc-provider';
import { TooManyRefusedTokensError } from '../../domain/too-many-refused-tokens.error.js';
import { TooManyRequestsError } from '../errors/too-many-requests.error.js';

/**
 * Converts the rejection by RefusedTokenLimitService to a response of oidc-provider: 429 with `Retry-After`. @throws TooManyRequestsError
 */
export function limitRefusedTokens(ctx: KoaContextWithOIDC, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof TooManyRefusedTokensError)) throw error;
    ctx.set('Retry-After', String(error.retryAfter));
    throw new TooManyRequestsError(error.message);
  }
}
