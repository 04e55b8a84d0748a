import { ResponseBodyError } from 'openid-client';
import { toFederationFailure, type FailureReason } from '../federation-failure.js';

/** What asking at an address comes to that is not the provider's any more. */
const STALE_METADATA_REASONS: ReadonlySet<FailureReason> = new Set(['unreachable', 'wrong-status', 'not-json', 'redirect', 'unknown-key']);
const GONE_STATUSES: ReadonlySet<number> = new Set([404, 410]);

/** Whether a request may have failed since a provider is not any more where it said that it was. @throws an outage of our own database */
export function mayHaveStaleMetadata(error: unknown): boolean {
  if (error instanceof ResponseBodyError && GONE_STATUSES.has(error.status)) return true;
  return STALE_METADATA_REASONS.has(toFederationFailure(error).reason);
}
