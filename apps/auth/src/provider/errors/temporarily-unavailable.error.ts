import { isDatabaseOutage } from '@latchkey/persistence';
import { errors } from 'oidc-provider';
import { UNAVAILABLE } from '../../protocol/unavailable.js';
import { DomainNotServedError } from './domain-not-served.error.js';

/** Thrown into oidc-provider when the database does not answer: the caller gets 503 instead of "unknown client" or "invalid token". */
export class TemporarilyUnavailableError extends errors.OIDCProviderError {
  constructor(cause: unknown) {
    super(503, UNAVAILABLE.error);
    this.cause = cause;
    this.expose = true;
    this.error_description = UNAVAILABLE.error_description;
  }
}

/** Marks outages of the database; all other errors stay unchanged. */
export async function translateOutage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isDatabaseOutage(error) ? new TemporarilyUnavailableError(error) : error;
  }
}

/** For callers outside oidc-provider: turns a marked outage back into the database's error, and a missing domain into any other. */
export async function unwrapError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainNotServedError) throw error.toProblem();
    throw error instanceof TemporarilyUnavailableError ? error.cause : error;
  }
}
