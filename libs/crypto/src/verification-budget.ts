/** The maximum number of signatures to verify for one request, over all its JWTs. */
export const MAX_VERIFICATIONS = 4;

/**
 * The signature verifications that a request has left. Its sender chooses how many keys match its JWTs, so the number of keys alone limits
 * nothing.
 */
export class VerificationBudget {
  private left = MAX_VERIFICATIONS;

  /** Whether any further keys stay untried. */
  get isSpent(): boolean {
    return this.left === 0;
  }

  /** Takes one verification. @returns false if none is left */
  spend(): boolean {
    if (this.left === 0) return false;
    this.left -= 1;
    return true;
  }
}
