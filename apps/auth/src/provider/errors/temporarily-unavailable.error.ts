import { isTemporary } from '@latchkey/persistence';
import { errors } from 'oidc-provider';
import { UNAVAILABLE } from '../../protocol/unavailable.js';
import { DomainNotServedError } from './domain-not-served.error.js';

/**
 * Thrown into oidc-provider while the database is unavailable, or the domain is moving: the caller gets 503 instead of "unknown client" or
 * "invalid token", and a browser a page with which to try again, instead of an error for the application.
 */
export class TemporarilyUnavailableError extends errors.OIDCProviderError {
  constructor(cause: unknown) {
    super(503, UNAVAILABLE.error);
    this.cause = cause;
    this.expose = true;
    this.allow_redirect = false;
    this.error_description = UNAVAILABLE.error_description;
  }
}

/** Marks database outages and what a frozen domain does not take; all other errors stay unchanged. */
export async function translateOutage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isTemporary(error) ? new TemporarilyUnavailableError(error) : error;
  }
}

/** For code outside oidc-provider: converts a marked outage back to the database's error, and a missing domain to its problem. */
export async function unwrapError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainNotServedError) throw error.toProblem();
    throw error instanceof TemporarilyUnavailableError ? error.cause : error;
  }
}
