import type { ChainFault } from './chain-verifier.js';

/** The answer of `log verify`. */
export interface VerificationResult {
  valid: boolean;
  /** The number of faultless entries before the first fault. */
  entries: number;
  /** The number of checkpoints that were compared. */
  checkpoints: number;
  firstFault?: ChainFault;
}

export function createResult(counts: { entries: number; checkpoints: number }, fault: ChainFault | null): VerificationResult {
  return fault ? { valid: false, ...counts, firstFault: fault } : { valid: true, ...counts };
}
