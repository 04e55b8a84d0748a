import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { Monitor } from '@latchkey/server';
import { FailedJobsService } from './failed-jobs.service.js';

/** Exposes the number of repeatedly failed jobs as a metric, so that operators get an alert. */
@Injectable()
export class FailedJobsMonitor extends Monitor {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly failedJobs: FailedJobsService,
  ) {
    super(logger);
  }

  protected async measure(): Promise<void> {
    for (const [queue, jobs] of Object.entries(await this.failedJobs.count())) this.metrics.failedJobs.set({ queue }, jobs);
  }
}
