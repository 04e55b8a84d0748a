import { errors } from 'oidc-provider';

/** What oidc-provider answers if more is pending than there may be. No client is told: the browser that asks too much gets a page. */
export class TooManyRequests extends errors.OIDCProviderError {
  constructor() {
    super(429, 'temporarily_unavailable');
    this.allow_redirect = false;
    this.expose = true;
    this.error_description = 'too many requests are pending; try again later';
  }
}
