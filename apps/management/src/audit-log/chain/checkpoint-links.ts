import { sha256 } from '@latchkey/crypto';
import type { ChainError } from './chain-verifier.js';
import type { Checkpoint } from './checkpoint.js';

/** A checkpoint whose signature was verified, with its compact serialization. */
export type SignedCheckpoint = Checkpoint & { jws: string };

/** The hash of a checkpoint. The next checkpoint contains it as `previous`; the head of the chain contains that of the last one. */
export function hashCheckpoint(jws: string): string {
  return sha256(jws);
}

/**
 * Checks that each checkpoint names its predecessor. Checkpoints of a release without links name none.
 *
 * @param checkpoints of one domain, oldest first
 *
 * @param isWhole whether the list must begin with the first checkpoint of the log
 */
export function findUnlinked(checkpoints: readonly SignedCheckpoint[], isWhole: boolean): ChainError | null {
  for (const [index, { sequence, previous }] of checkpoints.entries()) {
    const before = checkpoints[index - 1];
    if (before?.sequence === sequence) return { sequence, problem: 'checkpoint-differs' };
    if (previous === undefined || (!before && !isWhole)) continue;
    if (previous !== (before ? hashCheckpoint(before.jws) : null)) return { sequence, problem: 'checkpoint-missing' };
  }
  return null;
}

/** Compares checkpoints that were kept elsewhere with those of the database. */
export function findNotStored(kept: readonly SignedCheckpoint[], stored: ReadonlyMap<number, string>): ChainError | null {
  for (const { sequence, jws } of kept) {
    const found = stored.get(sequence);
    if (found === undefined) return { sequence, problem: 'checkpoint-missing' };
    if (found !== jws) return { sequence, problem: 'checkpoint-differs' };
  }
  return null;
}
