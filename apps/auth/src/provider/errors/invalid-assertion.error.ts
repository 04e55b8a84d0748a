import { errors } from 'oidc-provider';

/** An assertion that is no valid grant: RFC 7521 section 4.1.1. */
export class InvalidAssertionError extends errors.CustomOIDCProviderError {
  /** @param description what is wrong, for the client's developer */
  constructor(description: string) {
    super('invalid_grant', description);
  }
}
