import { errors } from 'oidc-provider';

/**
 * Rejects a request beyond PendingLimitService or RefusedTokenLimitService. It does not redirect to the client: a browser gets an error
 * page.
 */
export class TooManyRequestsError extends errors.OIDCProviderError {
  constructor(description = 'too many requests are pending; try again later') {
    super(429, 'temporarily_unavailable');
    this.allow_redirect = false;
    this.expose = true;
    this.error_description = description;
  }
}
