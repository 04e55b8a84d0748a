import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { PeriodicTask } from '@latchkey/server';
import { OldestDueJobsService } from './oldest-due-jobs.service.js';

const INTERVAL_MS = 30_000;

/** Exposes how long jobs have waited as a metric, so that operators get an alert when no worker runs. */
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
