import type { RequiredClaims } from '@latchkey/persistence';
import { FederationFailure } from '../federation-failure.js';
import type { UpstreamClaims } from './claim-mapper.js';

/**
 * Checks the claims that the operator requires: each must have the same value, or be an array that contains it.
 *
 * @param documents in order of precedence: the first one that has a claim decides
 *
 * @throws FederationFailure
 */
export function checkRequiredClaims(documents: readonly UpstreamClaims[], required: RequiredClaims): void {
  for (const [claim, expected] of Object.entries(required)) {
    const document = documents.find((other) => Object.hasOwn(other, claim) && (other[claim] ?? null) !== null);
    // control: users have the claims that an identity provider requires
    if (![document?.[claim]].flat().includes(expected)) throw new FederationFailure('required-claim');
  }
}
