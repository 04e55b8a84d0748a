import { hashEntry, type HashedEntry } from './entry-hash.js';

/** What is wrong with a log. */
export type ChainProblem =
  /** It is no entry of a log. */
  | 'malformed'
  /** The entry with this sequence number is not where it belongs. */
  | 'missing'
  /** Another entry is in its place, such as one that was inserted or moved. */
  | 'out-of-order'
  /** Its content is not what its hash covers. */
  | 'changed'
  /** It does not continue the entry before. */
  | 'not-linked'
  /** A signed checkpoint, or the end of the chain, has another hash for it. */
  | 'checkpoint-differs'
  /** The signature or the domain of a checkpoint is wrong. */
  | 'checkpoint-invalid'
  /** A checkpoint was removed. */
  | 'checkpoint-missing';

export interface ChainFault {
  sequence: number;
  problem: ChainProblem;
}

/** The hash that an entry must have. */
export interface Anchor {
  sequence: number;
  hash: string;
}

/** Where a chain begins. The hash of the entry before is unknown in a part of a log. */
export interface ChainStart {
  sequence: number;
  hash: string | null;
}

type Entry = HashedEntry & { hash: string };

/** Checks the entries of a log one after another, in order. */
export class ChainVerifier {
  private readonly anchors: ReadonlyMap<number, readonly string[]>;
  private readonly last: number;
  private sequence: number;
  private hash: string | null;
  /** The number of entries so far. */
  entries = 0;

  /** @param anchors each after the start */
  constructor(start: ChainStart, anchors: readonly Anchor[]) {
    ({ sequence: this.sequence, hash: this.hash } = start);
    const groups = Map.groupBy(anchors, ({ sequence }) => sequence);
    this.anchors = new Map([...groups].map(([sequence, group]) => [sequence, group.map(({ hash }) => hash)]));
    this.last = Math.max(0, ...this.anchors.keys());
  }

  /** @returns what is wrong with the next entry */
  accept(entry: unknown): ChainFault | null {
    const sequence = this.sequence + 1;
    const problem = isEntry(entry) ? this.findProblem(entry, sequence) : 'malformed';
    if (problem !== null) return { sequence, problem };
    this.entries += 1;
    this.sequence = sequence;
    this.hash = (entry as Entry).hash;
    return null;
  }

  /** @returns what is missing after the last entry */
  finish(): ChainFault | null {
    return this.last > this.sequence ? { sequence: this.sequence + 1, problem: 'missing' } : null;
  }

  private findProblem({ hash, ...entry }: Entry, sequence: number): ChainProblem | null {
    if (entry.sequence > sequence) return 'missing';
    if (entry.sequence !== sequence) return 'out-of-order';
    if (hashEntry(entry) !== hash) return 'changed';
    if (this.hash !== null && entry.previousHash !== this.hash) return 'not-linked';
    const expected = this.anchors.get(sequence) ?? [];
    return expected.every((each) => each === hash) ? null : 'checkpoint-differs';
  }
}

function isEntry(value: unknown): value is Entry {
  const { sequence, hash, previousHash } = (value ?? {}) as Record<string, unknown>;
  return Number.isSafeInteger(sequence) && typeof hash === 'string' && typeof previousHash === 'string';
}
