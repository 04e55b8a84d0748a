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

/** Whether it has ended by now. */
function hasEnded(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), setImmediate(false)]);
}

/** Starts a delivery to a receiver that answers when the test says so. */
function startDelivery(afterwards: () => Promise<void> = () => Promise.resolve()) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const worker = slow.run(async (awaitReceiver) => {
    await awaitReceiver(promise);
    await afterwards();
  });
  return { worker, answer: resolve };
}

describe('a worker', () => {
  it('stays with a delivery whose receiver answers soon', async () => {
    const { worker, answer } = startDelivery();
    expect(await hasEnded(worker)).toBe(false);

    answer();

    expect(await hasEnded(worker)).toBe(true);
  });

  it('is free once a receiver is slow, while the delivery goes on', async () => {
    const { worker, answer } = startDelivery();
    await worker;
    const settled = slow.settle();
    expect(await hasEnded(settled)).toBe(false);

    answer();

    await settled;
  });

  it('gets the failure of its delivery', async () => {
    const { worker, answer } = startDelivery(() => Promise.reject(FAILURE));
    answer();

    await expect(worker).rejects.toBe(FAILURE);
    expect(errors).toEqual([]);
  });

  it('does not get a failure that comes after it was free', async () => {
    const { worker, answer } = startDelivery(() => Promise.reject(FAILURE));
    await worker;
    answer();
    await slow.settle();

    expect(errors).toEqual([FAILURE]);
  });

  it('waits for a slow receiver if a thousand others are slow', async () => {
    const others = Array.from({ length: 1_000 }, () => startDelivery());
    await Promise.all(others.map((other) => other.worker));
    const { worker, answer } = startDelivery();
    // Slow a moment later, and elsewhere.
    const later = Promise.withResolvers<void>();
    await new SlowReceivers(() => undefined).run((awaitReceiver) => awaitReceiver(later.promise));

    expect(await hasEnded(worker)).toBe(false);

    later.resolve();
    for (const each of [...others, { answer }]) each.answer();
    await Promise.all([worker, slow.settle()]);
  });
});
