import type { ChainError } from './chain-verifier.js';

export interface VerificationCounts {
  /** The number of valid entries before the first problem. */
  entries: number;
  /** The number of compared checkpoints. */
  checkpoints: number;
  /** The number of applied removal records. */
  removals: number;
}

/** The result of `log verify`. */
export interface VerificationResult extends VerificationCounts {
  valid: boolean;
  firstFault?: ChainError;
}

export function createResult(counts: VerificationCounts, error: ChainError | null): VerificationResult {
  return error ? { valid: false, ...counts, firstFault: error } : { valid: true, ...counts };
}
