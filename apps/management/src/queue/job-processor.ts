import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import { Inject, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { runInSpan, runInTrace, selectTrace, startEntrySpan, type Logger, type Metrics } from '@latchkey/observability';
import { JobStateRepository } from '@latchkey/persistence';
import { UnrecoverableError, type Job } from 'bullmq';
import { performance } from 'node:perf_hooks';
import type { z } from 'zod';
import { JobLease } from './job-lease.js';
import { readJobTrace } from './job-trace.js';
import { pauseAfterFailures } from './retrying-worker.js';
import { domainJobSchema, type DomainJob } from './queues.js';

/** Milliseconds between attempts to fetch a job after a failure. */
const FAILURE_PAUSE_MS = 1_000;

/**
 * A worker of one queue, with one log event and one count per attempt. A failure is stored and rethrown, so that the queue retries. The
 * work must be safe to run twice, late, or after a kill half-way.
 */
export abstract class JobProcessor<Payload> extends WorkerHost implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly payload: z.ZodType<Payload>,
    protected readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {
    super();
  }

  /** The process is stopping, so long work should be left to another one. */
  protected readonly ending = new AbortController();

  @Inject(JobStateRepository)
  private readonly states!: JobStateRepository;

  /** Runs one attempt. */
  protected abstract work(payload: Payload): Promise<void>;

  override process(job: Job): Promise<void> {
    const caller = readJobTrace(job);
    const span = startEntrySpan({ name: `job ${job.queueName}`, kind: 'consumer' }, caller);
    return runInTrace(selectTrace(span, caller), () => runInSpan(span, () => this.attempt(job)));
  }

  private async attempt(job: Job): Promise<void> {
    const startedAt = performance.now();
    // If attempts are separate jobs, each has its number.
    const { domainId, attempt: number = job.attemptsMade + 1 } = Object(job.data) as { domainId?: unknown; attempt?: unknown };
    const attempt = { queue: job.queueName, job: job.id, domain: domainId, attempt: number };
    const ms = (): number => Math.round(performance.now() - startedAt);
    try {
      await this.workUnderLease(this.parse(job), job);
    } catch (error) {
      const outcome = error instanceof UnrecoverableError ? 'malformed' : 'failed';
      this.metrics.jobs.inc({ queue: job.queueName, outcome });
      this.logger.error({ ...attempt, ms: ms(), error: outcome === 'malformed' ? (error as Error).cause : error }, 'job');
      throw error;
    }
    this.metrics.jobs.inc({ queue: job.queueName, outcome: 'completed' });
    this.logger.info({ ...attempt, ms: ms() }, 'job');
  }

  /** @throws UnrecoverableError for a malformed job, which a retry cannot fix */
  private parse(job: Job): Payload {
    const { data, error } = this.payload.safeParse(job.data);
    if (error) throw Object.assign(new UnrecoverableError('the payload does not belong to this queue'), { cause: error });
    return data;
  }

  /** Runs the attempt. A job about a domain as a whole has a row with its state. */
  private async workUnderLease(payload: Payload, job: Job): Promise<void> {
    if (!isDomainJob(payload)) return this.work(payload);
    const lease = await JobLease.begin(this.states, { domainId: payload.domainId, queue: job.queueName }, this.logger);
    try {
      await this.work(payload);
    } catch (error) {
      await lease.fail(error, job);
      throw error;
    }
    await lease.end();
  }

  /** Workers do not start automatically (see WORKER_OPTIONS), so that none fetches a job too early. */
  onApplicationBootstrap(): void {
    pauseAfterFailures(this.worker, FAILURE_PAUSE_MS);
    this.worker.run().catch((error: Error) => this.onError(error));
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.logger.warn({ queue: this.worker.name, error }, 'worker');
  }

  /** Finishes the current job, or leaves it to another worker, before the database closes. */
  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    await this.worker.close();
  }
}

function isDomainJob(payload: unknown): payload is DomainJob {
  return domainJobSchema.safeParse(payload).success;
}
