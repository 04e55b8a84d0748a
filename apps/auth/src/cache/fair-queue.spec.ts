import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import { FairQueue, type Work } from './fair-queue.js';

const never = () => {
  throw new Error('refused');
};

/** Work that begins a request and is never rejected. */
const begin = (act: () => void): Work => ({ act, refuse: never, continues: false });

/** Blocks the event loop. */
function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

describe('FairQueue', () => {
  it('runs the keys in turn, and the work of each key in order of arrival', async () => {
    const queue = new FairQueue(() => false);
    const done: string[] = [];
    for (const entry of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'])
      queue.add(
        entry[0]!,
        begin(() => done.push(entry)),
      );

    await eventually(() => queue.isEmpty);

    expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('runs work that continues a request before new work of the same key, but not before other keys', async () => {
    const queue = new FairQueue(() => false);
    const done: string[] = [];
    for (const entry of ['a1', 'a2', 'b1'])
      queue.add(
        entry[0]!,
        begin(() => done.push(entry)),
      );
    queue.add('a', { act: () => done.push('a0'), refuse: never, continues: true });

    await eventually(() => queue.isEmpty);

    expect(done).toEqual(['a0', 'b1', 'a1', 'a2']);
  });

  it('runs the first work of a new key next, however much work of another key waits', async () => {
    const queue = new FairQueue(() => false);
    const done: string[] = [];
    for (let n = 0; n < 500; n += 1)
      queue.add(
        'flood',
        begin(() => done.push('flood')),
      );
    await nextTurn();
    const before = done.length;
    queue.add(
      'quiet',
      begin(() => done.push('quiet')),
    );

    await eventually(() => queue.isEmpty);

    expect(done.indexOf('quiet') - before).toBeLessThanOrEqual(1);
  });

  it('yields to the event loop after a slice, and counts the work that an entry starts by promises', async () => {
    const queue = new FairQueue(() => false);
    const done: number[] = [];
    const later = async (released: Promise<number>): Promise<void> => {
      const entry = await Promise.resolve(await released);
      work(2);
      done.push(entry);
    };
    for (let n = 0; n < 10; n += 1) {
      const { promise, resolve } = Promise.withResolvers<number>();
      void later(promise);
      queue.add(
        'one',
        begin(() => resolve(n)),
      );
    }

    const seen: number[] = [];
    while (done.length < 10) {
      await nextTurn();
      seen.push(done.length);
    }

    // At most two turns of the event loop pass between two requests of the other domain; the queue never runs all its work in one turn.
    expect(seen.every((count, index) => count - (seen[index - 1] ?? 0) <= 2)).toBe(true);
  });

  it('rejects work beyond the limit of its key, while other keys have room', async () => {
    const queue = new FairQueue(() => false, 2);
    const done: string[] = [];
    const add = (key: string, name: string) =>
      queue.add(key, { act: () => done.push(name), refuse: () => done.push(`${name} refused`), continues: false });
    for (const name of ['1', '2', '3']) add('flood', name);
    add('quiet', 'quiet');
    expect(done).toEqual([]);

    await eventually(() => queue.isEmpty);
    expect(done).toEqual(['1', 'quiet', '2', '3 refused']);

    for (const name of ['4', '5']) add('flood', name);
    await eventually(() => queue.isEmpty);
    expect(done.slice(4)).toEqual(['4', '5']);
  });
});
