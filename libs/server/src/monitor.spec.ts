import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Metrics, type Logger } from '@latchkey/observability';
import { Monitor } from './monitor.js';

const logged: unknown[] = [];
const logger = { error: (line: unknown) => logged.push(line) } as unknown as Logger;

/** Counts its measurements as domains, or does what the test says. */
class Census extends Monitor {
  measurements = 0;
  work: () => Promise<void> = async () => undefined;

  constructor() {
    super(logger);
  }

  protected async measure(): Promise<void> {
    this.measurements += 1;
    await this.work();
    this.metrics.domains.set({ kind: 'sandbox', status: 'active' }, this.measurements);
  }
}

let metrics: Metrics;
let census: Census;
const read = async (): Promise<string | undefined> => /^latchkey_domains\{.*\} (.*)$/m.exec(await metrics.read())?.[1];

beforeEach(() => {
  jest.useFakeTimers();
  metrics = new Metrics();
  census = new Census();
  Reflect.set(census, 'metrics', metrics);
  census.onApplicationBootstrap();
  logged.length = 0;
});

afterEach(() => void jest.useRealTimers());

describe('Monitor', () => {
  it('measures nothing until metrics are read, and then what is read', async () => {
    jest.advanceTimersByTime(60_000);
    expect(census.measurements).toBe(0);
    expect(await read()).toBe('1');
  });

  it('measures once for readings at the same time and within 10 seconds', async () => {
    expect(await Promise.all([read(), read()])).toEqual(['1', '1']);
    jest.advanceTimersByTime(9_999);
    expect(await read()).toBe('1');
    jest.advanceTimersByTime(1);
    expect(await read()).toBe('2');
  });

  it('shows the values before after a failure, which it logs and counts, and measures again', async () => {
    await read();
    jest.advanceTimersByTime(10_000);
    census.work = () => Promise.reject(new Error('gone'));
    expect(await read()).toBe('1');
    expect(logged).toEqual([{ task: 'Census', error: new Error('gone') }]);
    expect((await metrics.taskFailures.get()).values).toEqual([{ labels: { task: 'Census' }, value: 1 }]);
    census.work = async () => undefined;
    expect(await read()).toBe('3');
  });

  it('lets nobody wait longer than 3 seconds for a database that does not answer', async () => {
    await read();
    jest.advanceTimersByTime(10_000);
    const answer = Promise.withResolvers<void>();
    census.work = () => answer.promise;
    const reading = read();
    await jest.advanceTimersByTimeAsync(3_000);
    expect(await reading).toBe('1');
    answer.resolve();
    expect(await read()).toBe('2');
  });
});
