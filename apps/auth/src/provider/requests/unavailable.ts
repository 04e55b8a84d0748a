import { getRequestEvent } from '@latchkey/observability';
import { isDatabaseOutage } from '@latchkey/persistence';
import { errors } from 'oidc-provider';
import type { ServerResponse } from 'node:http';
import { DomainNotServedError } from './domain-not-served.error.js';

const ERROR = 'temporarily_unavailable';
const DESCRIPTION = 'the service cannot answer just now; try again shortly';

/** Thrown into oidc-provider when the database does not answer: the caller gets 503 instead of "unknown client" or "invalid token". */
export class TemporarilyUnavailableError extends errors.OIDCProviderError {
  constructor(cause: unknown) {
    super(503, ERROR);
    this.cause = cause;
    this.expose = true;
    this.error_description = DESCRIPTION;
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

/** Answers 503 in the form of RFC 6749 section 5.2. */
export function sendUnavailable(response: ServerResponse, cause: unknown): void {
  const event = getRequestEvent(response);
  event.problem = ERROR;
  event.cause = cause;
  const body = JSON.stringify({ error: ERROR, error_description: DESCRIPTION });
  response.writeHead(503, {
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': '2',
  });
  response.end(body);
}
