import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ENQUEUE_TIMEOUT_MS, EnqueueLimiter } from './enqueue-limiter.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const never = (): Promise<void> => new Promise(() => undefined);

describe('EnqueueLimiter', () => {
  it('reports whether jobs were accepted, or why not', async () => {
    const limiter = new EnqueueLimiter(1);

    await expect(limiter.run(() => Promise.resolve('accepted'))).resolves.toBeUndefined();
    await expect(limiter.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });

  it('waits five seconds for a response, and ignores later responses', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const waiting = new EnqueueLimiter(1).run(() => promise).catch((error: Error) => error.message);

    await jest.advanceTimersByTimeAsync(ENQUEUE_TIMEOUT_MS);

    expect(await waiting).toBe('timeout: the queue did not answer within 5000 ms');
    reject(new Error('much later'));
  });

  it('does not call a queue with too many pending responses until it has answered', async () => {
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
