import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { Monitor } from '@latchkey/server';
import { OldestDueJobsService } from './oldest-due-jobs.service.js';

/** Exposes how long jobs have waited as a metric, so that operators get an alert when no worker runs. */
@Injectable()
export class OldestDueJobsMonitor extends Monitor {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly oldestDueJobs: OldestDueJobsService,
  ) {
    super(logger);
  }

  protected async measure(): Promise<void> {
    for (const [queue, seconds] of Object.entries(await this.oldestDueJobs.measure())) this.metrics.oldestDueJob.set({ queue }, seconds);
  }
}
