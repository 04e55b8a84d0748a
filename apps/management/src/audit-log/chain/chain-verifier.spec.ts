import { describe, expect, it } from '@jest/globals';
import type { ChainedEntry } from '@latchkey/persistence';
import { ChainVerifier, type ChainError, type RemovedRun } from './chain-verifier.js';
import { hashEntry, hashStart } from './entry-hash.js';

const DOMAIN_ID = '11111111-1111-4111-8111-111111111111';
const LENGTH = 6;

function createLog(domainId = DOMAIN_ID): ChainedEntry[] {
  const entries: ChainedEntry[] = [];
  for (let sequence = 1; sequence <= LENGTH; sequence += 1) {
    const content = {
      sequence,
      type: 'client.created',
      time: `2026-01-31T00:00:0${sequence}.000000Z`,
      actor: { type: 'operator', id: null, name: null },
      user: null,
      client: `client-${sequence}`,
      data: { changed: ['scope', 'clientType'] },
      requestId: null,
      traceId: null,
      previousHash: entries.at(-1)?.hash ?? hashStart(domainId),
    } as const;
    entries.push({ ...content, hash: hashEntry(content) });
  }
  return entries;
}

/** Gives every entry from a position a new hash, as a user with write access to the database can. */
function rehash(entries: ChainedEntry[], from = 0): ChainedEntry[] {
  for (let index = from; index < entries.length; index += 1) {
    const { hash: _hash, ...content } = entries[index]!;
    const linked = { ...content, sequence: index + 1, previousHash: entries[index - 1]?.hash ?? content.previousHash };
    entries[index] = { ...linked, hash: hashEntry(linked) };
  }
  return entries;
}

const LOG = createLog();
/** A checkpoint in the middle, and one at the end. */
const ANCHORS = [LOG[3]!, LOG[5]!].map(({ sequence, hash }) => ({ sequence, hash }));

function verify(entries: readonly unknown[], removals: readonly RemovedRun[] = []): ChainError | null {
  const verifier = new ChainVerifier({ sequence: 0, hash: hashStart(DOMAIN_ID) }, { anchors: ANCHORS, removals });
  for (const entry of entries) {
    const error = verifier.accept(entry);
    if (error) return error;
  }
  return verifier.finish();
}

const change = (index: number, changes: object) => LOG.map((entry, each) => (each === index ? { ...entry, ...changes } : entry));

/** Manipulations of a log, and where they are detected. */
const TAMPERED: [string, unknown[], ChainError][] = [
  ['an entry is changed', change(2, { client: 'other' }), { sequence: 3, problem: 'changed' }],
  ['a field of its data is changed', change(2, { data: { changed: ['scope'] } }), { sequence: 3, problem: 'changed' }],
  ['its time is changed by a microsecond', change(0, { time: '2026-01-31T00:00:01.000001Z' }), { sequence: 1, problem: 'changed' }],
  ['a member is added', change(1, { note: 'x' }), { sequence: 2, problem: 'changed' }],
  ['a hash is changed', change(5, { hash: '0'.repeat(64) }), { sequence: 6, problem: 'changed' }],
  [
    'an entry is changed and gets its new hash',
    rehash(change(1, { client: 'other' }).slice(0, 2), 1).concat(LOG.slice(2)),
    { sequence: 3, problem: 'not-linked' },
  ],
  [
    'an entry is changed and all later ones are chained again',
    rehash(change(1, { client: 'other' }), 1),
    { sequence: 4, problem: 'checkpoint-differs' },
  ],
  ['the first entry is removed', LOG.slice(1), { sequence: 1, problem: 'missing' }],
  ['an entry in the middle is removed', LOG.toSpliced(2, 1), { sequence: 3, problem: 'missing' }],
  [
    'an entry is removed and the later ones are numbered and chained again',
    rehash(LOG.toSpliced(2, 1), 2),
    { sequence: 4, problem: 'checkpoint-differs' },
  ],
  ['the last entries are removed', LOG.slice(0, 4), { sequence: 5, problem: 'missing' }],
  ['everything is removed', [], { sequence: 1, problem: 'missing' }],
  ['an entry is inserted', LOG.toSpliced(3, 0, LOG[1]!), { sequence: 4, problem: 'out-of-order' }],
  [
    'an entry is inserted and the later ones are chained again',
    rehash(LOG.toSpliced(2, 0, LOG[1]!), 2),
    { sequence: 4, problem: 'checkpoint-differs' },
  ],
  ['two entries change places', LOG.toSpliced(1, 2, LOG[2]!, LOG[1]!), { sequence: 2, problem: 'missing' }],
  [
    'two entries change places and sequence numbers',
    LOG.toSpliced(1, 2, { ...LOG[2]!, sequence: 2 }, { ...LOG[1]!, sequence: 3 }),
    { sequence: 2, problem: 'changed' },
  ],
  ['the log is that of another domain', createLog('22222222-2222-4222-8222-222222222222'), { sequence: 1, problem: 'not-linked' }],
  ['an entry is no entry', LOG.toSpliced(0, 1, null as never), { sequence: 1, problem: 'malformed' }],
];

/** The record of the removal of entries, from the first to the last sequence number. */
function removal(firstSequence: number, lastSequence: number, changes: Partial<RemovedRun> = {}): RemovedRun {
  const { previousHash } = LOG[firstSequence - 1]!;
  return { firstSequence, lastSequence, previousHash, hash: LOG[lastSequence - 1]!.hash, ...changes };
}

const without = (first: number, last: number) => LOG.filter(({ sequence }) => sequence < first || sequence > last);

/** Removed entries with their records. */
const REMOVED: [string, unknown[], RemovedRun[]][] = [
  ['at the beginning', without(1, 2), [removal(1, 2)]],
  ['in the middle', without(3, 4), [removal(3, 4)]],
  ['at the end', without(5, 6), [removal(5, 6)]],
  ['everywhere', [], [removal(1, 6)]],
  ['in several runs, whose records are in another order', without(1, 4), [removal(4, 4), removal(1, 3)]],
  ['in several places', [LOG[1]!, LOG[3]!, LOG[5]!], [removal(1, 1), removal(3, 3), removal(5, 5)]],
];

/** Records that do not match the removed entries, and where that is detected. */
const NOT_COVERED: [string, unknown[], RemovedRun[], ChainError][] = [
  ['begins later than the gap', without(2, 4), [removal(3, 4)], { sequence: 2, problem: 'missing' }],
  ['ends earlier than the gap', without(2, 4), [removal(2, 3)], { sequence: 4, problem: 'missing' }],
  ['ends earlier than the log, which lacks its end', without(5, 6), [removal(5, 5)], { sequence: 6, problem: 'missing' }],
  ['covers entries after the gap', without(2, 3), [removal(2, 5)], { sequence: 4, problem: 'removal-differs' }],
  ['covers entries before the gap', without(3, 4), [removal(2, 4)], { sequence: 2, problem: 'removal-differs' }],
  ['covers entries that are there', LOG, [removal(3, 4)], { sequence: 3, problem: 'removal-differs' }],
  ['overlaps another one', without(1, 4), [removal(1, 3), removal(3, 4)], { sequence: 3, problem: 'removal-differs' }],
  ['ends before it begins', without(2, 3), [removal(2, 3, { lastSequence: 1 })], { sequence: 2, problem: 'removal-differs' }],
  ['has another hash before the gap', without(2, 3), [removal(2, 3, { previousHash: '0' })], { sequence: 2, problem: 'not-linked' }],
  ['has another hash at the end of the gap', without(2, 3), [removal(2, 3, { hash: '0' })], { sequence: 4, problem: 'not-linked' }],
  ['contradicts a checkpoint', without(3, 4), [removal(3, 4, { hash: '0' })], { sequence: 4, problem: 'checkpoint-differs' }],
  ['is of entries after the end', LOG, [removal(6, 6, { firstSequence: 8, lastSequence: 9 })], { sequence: 7, problem: 'missing' }],
];

describe('chain verification', () => {
  it('accepts an unchanged log', () => {
    expect(verify(LOG)).toBeNull();
  });

  it("accepts any order of an entry's members", () => {
    expect(verify(LOG.map((entry) => Object.fromEntries(Object.entries(entry).toReversed())))).toBeNull();
  });

  it.each(REMOVED)('accepts records of entries that were removed %s', (_where, entries, removals) => {
    expect(verify(entries, removals)).toBeNull();
  });

  it.each(NOT_COVERED)('reports a record that %s', (_what, entries, removals, error) => {
    expect(verify(entries, removals)).toEqual(error);
  });

  it.each(TAMPERED)('reports a log if %s', (_what, entries, error) => {
    expect(verify(entries)).toEqual(error);
  });
});
