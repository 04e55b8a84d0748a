import type { RequiredClaims } from '@latchkey/persistence';
import { FederationFailure } from '../federation-failure.js';
import type { UpstreamClaims } from './claim-mapper.js';

/**
 * Checks the claims that the operator requires: each must have one of the values, or be an array that contains one.
 *
 * @param documents in order of precedence: the first one that has a claim decides
 *
 * @throws FederationFailure
 */
export function checkRequiredClaims(documents: readonly UpstreamClaims[], required: RequiredClaims): void {
  for (const [claim, expected] of Object.entries(required)) {
    const document = documents.find((other) => Object.hasOwn(other, claim) && (other[claim] ?? null) !== null);
    const accepted: ReadonlySet<unknown> = new Set([expected].flat());
    // control: users have the claims that an identity provider requires
    if (![document?.[claim]].flat().some((value) => accepted.has(value))) throw new FederationFailure('required-claim', null, claim);
  }
}
