import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { PeriodicTask } from '@latchkey/server';
import { CheckpointService } from './checkpoint.service.js';

const INTERVAL_MS = 1_000;

/** Signs the checkpoints that are due. */
@Injectable()
export class CheckpointSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly checkpoints: CheckpointService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected run(): Promise<void> {
    return this.checkpoints.signDue();
  }
}
