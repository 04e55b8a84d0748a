import { beforeEach, describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { SlowReceivers } from './slow-receivers.js';

const FAILURE = new Error('the database is away');

let slow: SlowReceivers;
let errors: unknown[];

beforeEach(() => {
  errors = [];
  slow = new SlowReceivers((error) => errors.push(error));
});

/** Whether the promise has settled. */
function hasEnded(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), setImmediate(false)]);
}

/** Starts a delivery to a receiver that responds when the test says so. */
function startDelivery(afterwards: () => Promise<void> = () => Promise.resolve()) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const worker = slow.run(async (awaitReceiver) => {
    await awaitReceiver(promise);
    await afterwards();
  });
  return { worker, answer: resolve };
}

describe('SlowReceivers', () => {
  it('keeps the worker with a delivery whose receiver responds soon', async () => {
    const { worker, answer } = startDelivery();
    expect(await hasEnded(worker)).toBe(false);

    answer();

    expect(await hasEnded(worker)).toBe(true);
  });

  it('frees the worker once a receiver is slow, while the delivery continues', async () => {
    const { worker, answer } = startDelivery();
    await worker;
    const settled = slow.settle();
    expect(await hasEnded(settled)).toBe(false);

    answer();

    await settled;
  });

  it('throws the failure of a delivery to its worker', async () => {
    const { worker, answer } = startDelivery(() => Promise.reject(FAILURE));
    answer();

    await expect(worker).rejects.toBe(FAILURE);
    expect(errors).toEqual([]);
  });

  it('does not throw a failure after the worker is free', async () => {
    const { worker, answer } = startDelivery(() => Promise.reject(FAILURE));
    await worker;
    answer();
    await slow.settle();

    expect(errors).toEqual([FAILURE]);
  });

  it('keeps the worker with a slow receiver if a thousand others are slow', async () => {
    const others = Array.from({ length: 1_000 }, () => startDelivery());
    await Promise.all(others.map((other) => other.worker));
    const { worker, answer } = startDelivery();
    // Becomes slow a moment later, and fails elsewhere.
    const later = Promise.withResolvers<void>();
    await new SlowReceivers(() => undefined).run((awaitReceiver) => awaitReceiver(later.promise));

    expect(await hasEnded(worker)).toBe(false);

    later.resolve();
    for (const each of [...others, { answer }]) each.answer();
    await Promise.all([worker, slow.settle()]);
  });
});
