import { hashEntry, type HashedEntry } from './entry-hash.js';

/** What is wrong with a log. */
export type ChainProblem =
  /** The value is not a log entry. */
  | 'malformed'
  /** The entry with this sequence number is missing from its position. */
  | 'missing'
  /** Another entry is in its position, for example an inserted or moved one. */
  | 'out-of-order'
  /** Its content does not match its hash. */
  | 'changed'
  /** It does not continue the previous entry. */
  | 'not-linked'
  /** A signed checkpoint, or the end of the chain, states another hash for it. */
  | 'checkpoint-differs'
  /** The signature or the domain of a checkpoint is wrong. */
  | 'checkpoint-invalid'
  /** A checkpoint was removed: the last one, the predecessor of this one, or one that was kept elsewhere. */
  | 'checkpoint-missing'
  /** The end of the chain differs from what the service stored. */
  | 'head-invalid'
  /** The signature or the domain of a removal record is wrong. */
  | 'removal-invalid'
  /** A removal record covers an entry that exists, or that another record covers. */
  | 'removal-differs';

export interface ChainError {
  sequence: number;
  problem: ChainProblem;
}

/** The hash that an entry must have. */
export interface Anchor {
  sequence: number;
  hash: string;
}

/** Entries that retention has removed, from the first to the last sequence number. */
export interface RemovedRun {
  firstSequence: number;
  lastSequence: number;
  /** The hash of the entry before the first one. */
  previousHash: string;
  /** The hash of the last one. */
  hash: string;
}

/** Signed statements about a chain, each list in order. */
export interface ChainStatements {
  anchors: readonly Anchor[];
  removals: readonly RemovedRun[];
}

/** Where a chain begins. In a part of a log, the hash of the previous entry is unknown. */
export interface ChainStart {
  sequence: number;
  hash: string | null;
}

type Entry = HashedEntry & { hash: string };

/** Checks the entries of a log one after another, in order. */
export class ChainVerifier {
  private readonly anchors: ReadonlyMap<number, readonly string[]>;
  private readonly last: number;
  /** Records that have not been applied yet. */
  private readonly removals: RemovedRun[];
  private sequence: number;
  private hash: string | null;
  /** The number of entries so far. */
  entries = 0;

  constructor(start: ChainStart, { anchors, removals }: ChainStatements) {
    ({ sequence: this.sequence, hash: this.hash } = start);
    const groups = Map.groupBy(anchors, ({ sequence }) => sequence);
    this.anchors = new Map([...groups].map(([sequence, group]) => [sequence, group.map(({ hash }) => hash)]));
    // Avoids a spread, because a call cannot have that many arguments.
    this.last = anchors.reduce((last, { sequence }) => Math.max(last, sequence), 0);
    this.removals = removals.toSorted((one, other) => one.firstSequence - other.firstSequence);
  }

  /** @returns the problem with the next entry */
  accept(entry: unknown): ChainError | null {
    const next = isEntry(entry) ? entry.sequence : Infinity;
    const error = this.skipRemoved(next) ?? this.findRemovalOf(next);
    if (error) return error;
    const sequence = this.sequence + 1;
    const problem = isEntry(entry) ? this.findProblem(entry, sequence) : 'malformed';
    if (problem !== null) return { sequence, problem };
    this.entries += 1;
    this.sequence = sequence;
    this.hash = (entry as Entry).hash;
    return null;
  }

  /** @returns the problem after the last entry */
  finish(): ChainError | null {
    const error = this.skipRemoved(Infinity);
    if (error) return error;
    return this.last > this.sequence || this.removals.length > 0 ? { sequence: this.sequence + 1, problem: 'missing' } : null;
  }

  /** Follows the chain over removed entries to the next existing one. */
  private skipRemoved(next: number): ChainError | null {
    for (let run = this.removals[0]; run && this.sequence + 1 < next && run.firstSequence <= this.sequence + 1; run = this.removals[0]) {
      const { firstSequence, lastSequence, previousHash, hash } = run;
      if (firstSequence !== this.sequence + 1 || lastSequence < firstSequence)
        return { sequence: firstSequence, problem: 'removal-differs' };
      // control: a record of removed entries covers no entry that is there
      if (lastSequence >= next) return { sequence: next, problem: 'removal-differs' };
      // control: a record of removed entries continues the chain
      if (this.hash !== null && previousHash !== this.hash) return { sequence: firstSequence, problem: 'not-linked' };
      if (!this.hasAnchored(lastSequence, hash)) return { sequence: lastSequence, problem: 'checkpoint-differs' };
      this.sequence = lastSequence;
      this.hash = hash;
      this.removals.shift();
    }
    return null;
  }

  /** A record must not cover an existing entry. */
  private findRemovalOf(sequence: number): ChainError | null {
    const run = this.removals[0];
    return run && run.firstSequence <= sequence && sequence <= run.lastSequence ? { sequence, problem: 'removal-differs' } : null;
  }

  private hasAnchored(sequence: number, hash: string): boolean {
    // control: a log whose entries were chained again is noticed
    return (this.anchors.get(sequence) ?? []).every((each) => each === hash);
  }

  private findProblem({ hash, ...entry }: Entry, sequence: number): ChainProblem | null {
    if (entry.sequence > sequence) return 'missing';
    if (entry.sequence !== sequence) return 'out-of-order';
    // control: a changed entry of a log is noticed
    if (hashEntry(entry) !== hash) return 'changed';
    if (this.hash !== null && entry.previousHash !== this.hash) return 'not-linked';
    return this.hasAnchored(sequence, hash) ? null : 'checkpoint-differs';
  }
}

function isEntry(value: unknown): value is Entry {
  const { sequence, hash, previousHash } = (value ?? {}) as Record<string, unknown>;
  return Number.isSafeInteger(sequence) && typeof hash === 'string' && typeof previousHash === 'string';
}
