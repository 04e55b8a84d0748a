import type { ChainFault } from './chain-verifier.js';

export interface VerificationCounts {
  /** Faultless entries before the first fault. */
  entries: number;
  /** Checkpoints that were compared. */
  checkpoints: number;
  /** Records of removed entries that were followed. */
  removals: number;
}

/** The answer of `log verify`. */
export interface VerificationResult extends VerificationCounts {
  valid: boolean;
  firstFault?: ChainFault;
}

export function createResult(counts: VerificationCounts, fault: ChainFault | null): VerificationResult {
  return fault ? { valid: false, ...counts, firstFault: fault } : { valid: true, ...counts };
}
