import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { RateLimitRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 2_000;

/** Removes the counts of windows that have ended. */
@Injectable()
export class RateLimitSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly counts: RateLimitRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    while ((await this.counts.deleteExpired(BATCH_SIZE)) === BATCH_SIZE);
  }
}
