import { Inject, Injectable } from '@nestjs/common';
import { QUEUES } from '@latchkey/jobs';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { JobStateRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const EVERY = 5_000;

/** Shows in the metrics how many jobs their queues have given up, so that somebody is told. */
@Injectable()
export class FailedJobsWatch extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly metrics: Metrics,
    private readonly states: JobStateRepository,
  ) {
    super(EVERY, logger);
  }

  protected async run(): Promise<void> {
    const failed = new Map((await this.states.countFailed()).map(({ queue, jobs }) => [queue, jobs]));
    for (const queue of Object.values(QUEUES)) this.metrics.failedJobs.set({ queue }, failed.get(queue) ?? 0);
  }
}
