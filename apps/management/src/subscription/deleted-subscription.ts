import { getViolatedConstraint } from '@latchkey/persistence';
import type { Problem } from '@latchkey/problem';
import { createUnauthenticatedProblem } from '../caller/unauthenticated.js';

/** The foreign keys of what belongs to a subscription. */
const OWNERSHIPS: ReadonlySet<string | null> = new Set([
  'api_key_subscription',
  'domain_subscription',
  'domain_deletion_subscription',
  'operator_subscription',
  'operator_proof_subscription',
]);

/** The problem of a request whose subscription was deleted after it was authenticated; null for other errors. */
export function toDeletedSubscriptionProblem(error: unknown): Problem | null {
  if (!OWNERSHIPS.has(getViolatedConstraint(error))) return null;
  return createUnauthenticatedProblem('Your subscription was deleted meanwhile. Nothing was changed.');
}
