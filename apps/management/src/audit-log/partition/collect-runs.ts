import type { RunBoundary } from '@latchkey/persistence';
import type { RemovalRecord } from '../chain/removal-record.js';

/** Consecutive entries of a domain, each linked to its predecessor. */
export type FoundRun = Omit<RemovalRecord, 'sub' | 'iat'> & { domain: string };

/**
 * Combines the boundaries in a page of entries into runs.
 *
 * @param open the last run of the previous page, which may continue
 *
 * @returns the completed runs, and the last one, which may continue
 */
export function collectRuns(open: FoundRun | null, boundaries: readonly RunBoundary[]): { complete: FoundRun[]; last: FoundRun | null } {
  const complete: FoundRun[] = [];
  let last = open;
  for (const boundary of boundaries) {
    if (boundary.begins && !(last && continues(last, boundary))) {
      if (last) complete.push(last);
      last = startRun(boundary);
    }
    if (boundary.ends && last) last = { ...last, lastSequence: boundary.sequence, hash: boundary.hash, lastTime: boundary.time };
  }
  return { complete, last };
}

function startRun({ domainId, domain, sequence, hash, previousHash, time }: RunBoundary): FoundRun {
  return { domainId, domain, firstSequence: sequence, lastSequence: sequence, previousHash, hash, lastTime: time };
}

function continues(run: FoundRun, { domainId, sequence, previousHash }: RunBoundary): boolean {
  return run.domainId === domainId && run.lastSequence + 1 === sequence && run.hash === previousHash;
}
