import { ResponseBodyError } from 'openid-client';
import { failureOf, type FailureReason } from './failure.js';

/** What asking at an address comes to that is not the provider's any more. */
const SIGNS: ReadonlySet<FailureReason> = new Set(['unreachable', 'wrong-status', 'not-json', 'redirect', 'unknown-key']);
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Whether a request may have failed since a provider is not any more where it said that it was. @throws an outage of our own database */
export function mayHaveMoved(error: unknown): boolean {
  if (error instanceof ResponseBodyError && GONE.has(error.status)) return true;
  return SIGNS.has(failureOf(error).reason);
}
