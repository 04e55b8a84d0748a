import { describe, expect, it, jest } from '@jest/globals';
import { isDatabaseOutage } from './database-error.js';
import { withTimeout } from './with-timeout.js';

describe('withTimeout', () => {
  it("ends with the database's answer", async () => {
    await expect(withTimeout(1_000, Promise.resolve('answer'))).resolves.toBe('answer');
    await expect(withTimeout(1_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });

  it('ends with an outage at the time limit, and ignores the late result', async () => {
    jest.useFakeTimers();
    const { promise, reject } = Promise.withResolvers<string>();
    const waiting = withTimeout(1_000, promise).catch((error: unknown) => error);
    jest.advanceTimersByTime(1_000);
    jest.useRealTimers();

    expect(isDatabaseOutage(await waiting)).toBe(true);
    reject(new Error('much later'));
  });
});
