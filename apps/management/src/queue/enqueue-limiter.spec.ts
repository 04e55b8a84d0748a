import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ENQUEUE_TIMEOUT_MS, EnqueueLimiter } from './enqueue-limiter.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const never = (): Promise<void> => new Promise(() => undefined);

describe('the limiter of a queue', () => {
  it('reports whether jobs were accepted, or why not', async () => {
    const limiter = new EnqueueLimiter(1);

    await expect(limiter.run(() => Promise.resolve('accepted'))).resolves.toBeUndefined();
    await expect(limiter.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });

  it('waits five seconds for an answer; a later one is ignored', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const waiting = new EnqueueLimiter(1).run(() => promise).catch((error: Error) => error.message);

    await jest.advanceTimersByTimeAsync(ENQUEUE_TIMEOUT_MS);

    expect(await waiting).toBe('timeout: the queue did not answer within 5000 ms');
    reject(new Error('much later'));
  });

  it('calls no queue with too many open answers, and calls it again once it has answered', async () => {
    const limiter = new EnqueueLimiter(2);
    const { promise, resolve } = Promise.withResolvers<void>();
    const unanswered = [limiter.run(() => promise), limiter.run(never)].map((each) => each.catch(() => 'late'));
    await jest.advanceTimersByTimeAsync(ENQUEUE_TIMEOUT_MS);
    expect(await Promise.all(unanswered)).toEqual(['late', 'late']);
    const enqueue = jest.fn(() => Promise.resolve());
    await expect(limiter.run(enqueue)).rejects.toThrow('the queue has not answered 2 calls');
    expect(enqueue).not.toHaveBeenCalled();

    resolve();
    await promise;

    await expect(limiter.run(enqueue)).resolves.toBeUndefined();
  });
});
