/** Signatures that are verified for one request, over all JWTs that it carries. */
export const MAX_VERIFICATIONS = 4;

/** The signature verifications that a request has left. Its sender chooses how many keys fit its JWTs, so the keys alone bound nothing. */
export class VerificationBudget {
  private left = MAX_VERIFICATIONS;

  /** Whether further keys, if there are any, stay untried. */
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
