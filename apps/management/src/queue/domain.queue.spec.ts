import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from '@latchkey/observability';
import type { Queue } from 'bullmq';
import { DomainDeletionQueue } from './domain-deletion.queue.js';
import { ENQUEUE_TIMEOUT_MS } from './enqueue-limiter.js';
import type { DomainJob } from './queues.js';

const DOMAIN = '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11';

let add: jest.Mock<() => Promise<unknown>>;
let warn: jest.Mock;
let deletions: DomainDeletionQueue;

beforeEach(() => {
  jest.useFakeTimers();
  add = jest.fn<() => Promise<unknown>>(() => new Promise(() => undefined));
  warn = jest.fn();
  const queue = { name: 'domain-deletion', on: () => undefined, add } as unknown as Queue<DomainJob>;
  deletions = new DomainDeletionQueue(queue, { warn } as unknown as Logger);
});

afterEach(() => void jest.useRealTimers());

describe('DomainQueue', () => {
  it('adds one job for a domain until the queue has answered', async () => {
    deletions.enqueue(DOMAIN);
    deletions.enqueue(DOMAIN);

    expect(add).toHaveBeenCalledTimes(1);
  });

  it('enqueues a domain again whose job never ran', async () => {
    deletions.enqueue(DOMAIN);
    await jest.advanceTimersByTimeAsync(ENQUEUE_TIMEOUT_MS);

    deletions.enqueue(DOMAIN);

    expect(add).toHaveBeenCalledTimes(2);
  });

  it('logs one event until the queue answers again', async () => {
    add
      .mockRejectedValueOnce(new Error('away'))
      .mockRejectedValueOnce(new Error('away'))
      .mockResolvedValueOnce({})
      .mockRejectedValueOnce(new Error('away'));
    const warnings: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      deletions.enqueue(DOMAIN);
      await jest.advanceTimersByTimeAsync(1);
      warnings.push(warn.mock.calls.length);
    }

    expect(warnings).toEqual([1, 1, 1, 2]);
  });
});
