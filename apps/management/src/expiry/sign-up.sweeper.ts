import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { SignUpRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 2_000;

/** Removes links of sign-ups that nobody has used. */
@Injectable()
export class SignUpSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly signUps: SignUpRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    await this.attemptBatches(BATCH_SIZE, (limit) => this.signUps.deleteExpired(limit));
  }
}
