import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** Response times are rounded up to a multiple of this, to hide whether the user exists. */
const RESPONSE_TIME_STEP_MS = 50;

/** Runs an action whose duration depends on whether a user exists, and waits for a full RESPONSE_TIME_STEP_MS. */
export async function roundUpResponseTime<T>(action: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await action();
  } finally {
    await delay(RESPONSE_TIME_STEP_MS - ((performance.now() - startedAt) % RESPONSE_TIME_STEP_MS));
  }
}
