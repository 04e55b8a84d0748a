import { describe, expect, it } from '@jest/globals';
import type { RunBoundary } from '@latchkey/persistence';
import { collectRuns, type FoundRun } from './collect-runs.js';

const boundary = (sequence: number, ends: Partial<RunBoundary>): RunBoundary => ({
  domainId: 'a',
  domain: 'a.example.com',
  sequence,
  hash: `hash-${sequence}`,
  previousHash: `hash-${sequence - 1}`,
  time: `time-${sequence}`,
  begins: false,
  ends: false,
  ...ends,
});
const begin = (sequence: number, changes = {}) => boundary(sequence, { begins: true, ...changes });
const end = (sequence: number, changes = {}) => boundary(sequence, { ends: true, ...changes });
const only = (sequence: number, changes = {}) => boundary(sequence, { begins: true, ends: true, ...changes });

/** Collects runs from successive pages. */
function collect(...pages: RunBoundary[][]): FoundRun[] {
  const runs: FoundRun[] = [];
  let open: FoundRun | null = null;
  for (const page of pages) {
    const { complete, last } = collectRuns(open, page);
    runs.push(...complete);
    open = last;
  }
  return open ? [...runs, open] : runs;
}

const rangesOf = (runs: FoundRun[]) => runs.map(({ domainId, firstSequence, lastSequence }) => [domainId, firstSequence, lastSequence]);

describe('collectRuns', () => {
  it('returns the hash before the first entry, and the hash and time of the last one', () => {
    expect(collect([begin(2), end(5)])).toEqual([
      {
        domainId: 'a',
        domain: 'a.example.com',
        firstSequence: 2,
        lastSequence: 5,
        previousHash: 'hash-1',
        hash: 'hash-5',
        lastTime: 'time-5',
      },
    ]);
  });

  it.each([
    [
      'end where one is missing',
      [[begin(1), end(3), only(5)]],
      [
        ['a', 1, 3],
        ['a', 5, 5],
      ],
    ],
    [
      'are of one domain',
      [[only(1), only(2, { domainId: 'b' })]],
      [
        ['a', 1, 1],
        ['b', 2, 2],
      ],
    ],
    ['go on in the next page', [[begin(1), end(3)], [begin(4), end(6)], [only(7)]], [['a', 1, 7]]],
    [
      'end where an entry is not linked',
      [[begin(1), end(3)], [only(4, { previousHash: 'x' })]],
      [
        ['a', 1, 3],
        ['a', 4, 4],
      ],
    ],
    ['are none without entries', [[]], []],
  ])('collects %s', (_what, pages, ranges) => {
    expect(rangesOf(collect(...(pages as RunBoundary[][])))).toEqual(ranges);
  });
});
