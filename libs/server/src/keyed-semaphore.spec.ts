import { describe, expect, it, jest } from '@jest/globals';
import { KeyedSemaphore } from './keyed-semaphore.js';

const never = new AbortController().signal;

/** Work that ends when the test says so. */
function createWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: jest.fn(() => promise), end: resolve };
}

describe('KeyedSemaphore', () => {
  it('runs calls up to the limit of each key, and further calls in order of arrival', async () => {
    const semaphore = new KeyedSemaphore(2);
    const works = [createWork(), createWork(), createWork(), createWork()];
    const results = works.map(({ run }) => semaphore.take('a', run, never));
    const started = () => works.map(({ run }) => run.mock.calls.length);

    const atFirst = started();
    works[1]!.end();
    await results[1];
    const afterOne = started();
    for (const { end } of works) end();
    await Promise.all(results);

    expect([atFirst, afterOne]).toEqual([
      [1, 1, 0, 0],
      [1, 1, 1, 0],
    ]);
  });

  it('does not let one key wait for another', async () => {
    const semaphore = new KeyedSemaphore(1);
    const busy = createWork();
    const first = semaphore.take('a', busy.run, never);

    await expect(semaphore.take('b', () => Promise.resolve('done'), never)).resolves.toBe('done');
    busy.end();
    await first;
  });

  it('aborts a wait by the signal, but not work in progress', async () => {
    const semaphore = new KeyedSemaphore(1);
    const [busy, waiting] = [createWork(), createWork()];
    const abort = new AbortController();
    const first = semaphore.take('a', busy.run, abort.signal);
    const second = semaphore.take('a', waiting.run, abort.signal);

    abort.abort(new Error('too late'));
    busy.end();

    await expect(second).rejects.toThrow('too late');
    await expect(first).resolves.toBeUndefined();
    expect(waiting.run).not.toHaveBeenCalled();
  });

  it('frees the permit if the work fails', async () => {
    const semaphore = new KeyedSemaphore(1);
    await expect(semaphore.take('a', () => Promise.reject(new Error('no')), never)).rejects.toThrow('no');

    await expect(semaphore.take('a', () => Promise.resolve(1), never)).resolves.toBe(1);
  });
});
