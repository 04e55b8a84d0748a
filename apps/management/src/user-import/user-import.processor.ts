import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { Problem } from '@latchkey/problem';
import { setTimeout as delay } from 'node:timers/promises';
import { JobProcessor } from '../queue/job-processor.js';
import { domainJobSchema, QUEUES, type DomainJob } from '../queue/queues.js';
import { WORKER_OPTIONS } from '../queue/worker-options.js';
import { UserImportJobService } from './user-import-job.service.js';

/** How long a domain is worked on before others get their turn. */
const TURN_MS = 10_000;
/** The pause after a step as a fraction of its time, so that others get the database and the core. */
const PAUSE_FACTOR = 0.1;

/** Works on the imports of a domain, one after the other. The sweeper enqueues what is left after a turn. */
@Injectable()
@Processor(QUEUES.userImport, { concurrency: 1, ...WORKER_OPTIONS })
export class UserImportProcessor extends JobProcessor<DomainJob> {
  constructor(
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
    private readonly imports: UserImportJobService,
  ) {
    super(domainJobSchema, logger, metrics);
  }

  protected async work({ domainId }: DomainJob): Promise<void> {
    const endsAt = performance.now() + TURN_MS;
    while (!this.ending.signal.aborted && performance.now() < endsAt) {
      const startedAt = performance.now();
      if (!(await this.step(domainId))) return;
      await delay((performance.now() - startedAt) * PAUSE_FACTOR);
    }
  }

  private async step(domainId: string): Promise<boolean> {
    try {
      return await this.imports.step(domainId);
    } catch (error) {
      // The domain was deleted meanwhile, and its imports with it.
      if (error instanceof Problem && error.kind === 'domain-not-found') return false;
      throw error;
    }
  }
}
