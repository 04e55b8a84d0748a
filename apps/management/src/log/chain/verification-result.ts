import type { ChainFault } from './chain-verifier.js';

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
  firstFault?: ChainFault;
}

export function createResult(counts: VerificationCounts, fault: ChainFault | null): VerificationResult {
  return fault ? { valid: false, ...counts, firstFault: fault } : { valid: true, ...counts };
}
