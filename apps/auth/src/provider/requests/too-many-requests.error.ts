import { errors } from 'oidc-provider';

/** oidc-provider's answer to a request beyond PendingLimitService. It does not redirect to the client: a browser gets an error page. */
export class TooManyRequestsError extends errors.OIDCProviderError {
  constructor() {
    super(429, 'temporarily_unavailable');
    this.allow_redirect = false;
    this.expose = true;
    this.error_description = 'too many requests are pending; try again later';
  }
}
