import { Inject, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Metrics, type Logger } from '@latchkey/observability';
import { DomainFailuresError } from '@latchkey/persistence';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * A task that repeats for the lifetime of the process. Several replicas may run it concurrently. A failed run is logged and counted, and
 * the next one follows.
 */
export abstract class PeriodicTask implements OnApplicationBootstrap, OnModuleDestroy {
  /** The process is stopping, so long work should be left to another one. */
  protected readonly ending = new AbortController();
  private running: Promise<void> | undefined;

  @Inject(Metrics)
  protected readonly metrics!: Metrics;

  /** @param every pause between two runs in milliseconds */
  constructor(
    protected readonly every: number,
    protected readonly logger: Logger,
  ) {}

  protected abstract run(): Promise<void>;

  /** The last work after the last run. A failure is logged and prevents nothing. */
  protected async finish(): Promise<void> {}

  onApplicationBootstrap(): void {
    // Initialized at the start, because an alert sees an increase only in existing series.
    this.metrics.taskFailures.inc({ task: this.constructor.name }, 0);
    this.running = this.repeat();
  }

  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    await this.running;
    await this.attempt(() => this.finish());
  }

  private async repeat(): Promise<void> {
    while (!this.ending.signal.aborted) {
      await this.attempt(() => this.run());
      await this.pause();
    }
  }

  /** Waits for the next run, or until the process is stopping. */
  protected async pause(milliseconds = this.every): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.ending.signal, ref: false }).catch(() => undefined);
  }

  /** A part of a run. A failure is logged and counted, and the next part follows. */
  protected async attempt(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => this.reportFailure(error));
  }

  /** A part of a run that works in batches. @param work returns the size of its batch, up to the limit */
  protected attemptBatches(limit: number, work: (limit: number) => Promise<number>): Promise<void> {
    return this.attempt(async () => {
      while ((await work(limit)) === limit);
    });
  }

  /** Logs and counts a failure for each affected domain. */
  protected reportFailure(error: unknown): void {
    const task = this.constructor.name;
    this.metrics.taskFailures.inc({ task });
    const failures = error instanceof DomainFailuresError ? error.failures : [{ domainId: undefined, error }];
    for (const failure of failures) this.logger.error({ task, domain: failure.domainId, error: failure.error }, 'periodic task');
  }
}
