import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Logger, Metrics } from '@latchkey/observability';
import type { Job } from 'bullmq';
import { performance } from 'node:perf_hooks';
import type { z } from 'zod';

/**
 * A worker of one queue: one log event and one count per attempt. A failure is thrown on, so that the queue tries again.
 * What it does must bear being done twice, late, or after having been killed half-way.
 */
export abstract class JobProcessor<Payload> extends WorkerHost implements OnModuleDestroy {
  constructor(
    private readonly payload: z.ZodType<Payload>,
    protected readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {
    super();
  }

  /** Carries out one attempt. */
  protected abstract work(payload: Payload): Promise<void>;

  override async process(job: Job): Promise<void> {
    const startedAt = performance.now();
    const attempt = { queue: job.queueName, job: job.id, attempt: job.attemptsMade + 1 };
    const ms = (): number => Math.round(performance.now() - startedAt);
    try {
      await this.work(this.payload.parse(job.data));
    } catch (error) {
      this.metrics.jobs.inc({ queue: job.queueName, outcome: 'failed' });
      this.logger.error({ ...attempt, ms: ms(), error }, 'job');
      throw error;
    }
    this.metrics.jobs.inc({ queue: job.queueName, outcome: 'completed' });
    this.logger.info({ ...attempt, ms: ms() }, 'job');
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.logger.warn({ queue: this.worker.name, error }, 'worker');
  }

  /** Finishes the job in hand before the database is let go of. */
  async onModuleDestroy(): Promise<void> {
    await this.worker.close();
  }
}
