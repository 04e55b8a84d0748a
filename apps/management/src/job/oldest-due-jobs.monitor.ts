import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { PeriodicTask } from '@latchkey/server';
import { OldestDueJobsService } from './oldest-due-jobs.service.js';

const INTERVAL_MS = 5_000;

/** Shows in the metrics for how long jobs have waited, so that an alarm tells when no worker does them. */
@Injectable()
export class OldestDueJobsMonitor extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly oldestDueJobs: OldestDueJobsService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    for (const [queue, seconds] of Object.entries(await this.oldestDueJobs.measure())) this.metrics.oldestDueJob.set({ queue }, seconds);
  }
}
