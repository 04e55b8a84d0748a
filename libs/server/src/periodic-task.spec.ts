import { afterEach, describe, expect, it } from '@jest/globals';
import { Metrics, type Logger } from '@latchkey/observability';
import { eventually } from '../../../test/support/eventually.js';
import { PeriodicTask } from './periodic-task.js';

const logged: { task: string; error: Error }[] = [];
const logger = { error: (line: (typeof logged)[number]) => logged.push(line) } as unknown as Logger;
const metrics = new Metrics();
const HOUR = 3_600_000;

/** The number of failed runs in the metric; null without the metric. */
async function failures(): Promise<number | null> {
  const { values } = await metrics.taskFailures.get();
  return values.find(({ labels }) => labels.task === 'Errand')?.value ?? null;
}

/** Counts its runs, and fails or waits when the test says so. */
class Errand extends PeriodicTask {
  runs = 0;
  finished = 0;
  work: () => Promise<void> = async () => undefined;
  last: () => Promise<void> = async () => undefined;

  constructor(every: number) {
    super(every, logger);
  }

  protected async run(): Promise<void> {
    this.runs += 1;
    await this.work();
  }

  protected override async finish(): Promise<void> {
    this.finished += 1;
    await this.last();
  }
}

const tasks: Errand[] = [];
function errand(every: number, work?: () => Promise<void>): Errand {
  const task = new Errand(every);
  Reflect.set(task, 'metrics', metrics);
  if (work) task.work = work;
  tasks.push(task);
  return task;
}

afterEach(async () => {
  await Promise.all(tasks.splice(0).map((task) => task.onModuleDestroy()));
  logged.length = 0;
  metrics.taskFailures.reset();
});

describe('PeriodicTask', () => {
  it('first runs when the process has started', async () => {
    const task = errand(HOUR);
    expect(task.runs).toBe(0);

    task.onApplicationBootstrap();

    expect(task.runs).toBe(1);
  });

  it('runs repeatedly', async () => {
    const task = errand(1);
    task.onApplicationBootstrap();

    expect(await eventually(() => task.runs > 5)).toBe(true);
  });

  it('logs and counts a failed run, and continues', async () => {
    errand(1).onApplicationBootstrap();
    expect(await failures()).toBe(0);
    const task = errand(1, () => Promise.reject(new Error('out of order')));
    task.onApplicationBootstrap();

    await eventually(() => task.runs > 2);

    expect(logged[0]).toMatchObject({ task: 'Errand', error: { message: 'out of order' } });
    expect(await failures()).toBeGreaterThanOrEqual(2);
  });

  it('waits until the next run is due, and stops immediately', async () => {
    const task = errand(HOUR);
    task.onApplicationBootstrap();

    await task.onModuleDestroy();

    expect(task.runs).toBe(1);
  });

  it('finishes the current run, and then its last work', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const task = errand(1, () => promise);
    task.onApplicationBootstrap();
    const ended = task.onModuleDestroy();
    expect(task.finished).toBe(0);

    resolve();
    await ended;

    expect([task.runs, task.finished]).toEqual([1, 1]);
  });

  it('stops even if its last work fails, and logs that', async () => {
    const task = errand(HOUR);
    task.last = () => Promise.reject(new Error('nobody there'));
    task.onApplicationBootstrap();

    await task.onModuleDestroy();

    expect(logged).toMatchObject([{ task: 'Errand', error: { message: 'nobody there' } }]);
    task.last = async () => undefined;
  });

  it('does nothing more once it has stopped', async () => {
    const task = errand(1);
    task.onApplicationBootstrap();
    await task.onModuleDestroy();
    const { runs } = task;
    const later = errand(1);
    later.onApplicationBootstrap();

    await eventually(() => later.runs > 10);

    expect(task.runs).toBe(runs);
  });
});
