import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { PeriodicTask } from '@latchkey/server';
import { FailedJobsService } from './failed-jobs.service.js';

const INTERVAL_MS = 15_000;

/** Exposes the number of repeatedly failed jobs as a metric, so that operators get an alert. */
@Injectable()
export class FailedJobsMonitor extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly failedJobs: FailedJobsService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    for (const [queue, jobs] of Object.entries(await this.failedJobs.count())) this.metrics.failedJobs.set({ queue }, jobs);
  }
}
