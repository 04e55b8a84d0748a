import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { PeriodicTask } from '@latchkey/server';
import { FailedJobsService } from './failed-jobs.service.js';

const INTERVAL_MS = 5_000;

/** Shows in the metrics how many jobs have failed again and again, so that somebody is told. */
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
