import { Problem } from '@latchkey/problem';
import { errors } from 'oidc-provider';

/** oidc-provider's error code; callers get the 404 problem of every unknown path. */
export const NOT_SERVED = 'not_found';

/** Thrown into oidc-provider when its domain is deleted during a request: the caller gets 404 instead of "unknown client". */
export class DomainNotServedError extends errors.OIDCProviderError {
  constructor() {
    super(404, NOT_SERVED);
    this.allow_redirect = false;
  }

  /** For code outside oidc-provider. */
  toProblem(): Problem {
    return new Problem('not-found', 'There is nothing at this address.');
  }
}
