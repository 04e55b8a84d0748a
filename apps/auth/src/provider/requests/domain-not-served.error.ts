import { Problem } from '@latchkey/problem';
import { errors } from 'oidc-provider';

/** How oidc-provider calls it; whoever asked is told in the form of all other addresses that there is nothing at. */
export const NOT_SERVED = 'not_found';

/** What oidc-provider is told when its domain has been deleted while it answered, so that nobody hears that their client is unknown. */
export class DomainNotServedError extends errors.OIDCProviderError {
  constructor() {
    super(404, NOT_SERVED);
    this.allow_redirect = false;
  }

  /** For who is not oidc-provider. */
  toProblem(): Problem {
    return new Problem('not-found', 'There is nothing at this address.');
  }
}
