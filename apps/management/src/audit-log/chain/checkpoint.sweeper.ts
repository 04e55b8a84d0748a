import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DueTask } from '../../due-work/due-task.js';
import { CheckpointService } from './checkpoint.service.js';

/** Signs the checkpoints that are due. */
@Injectable()
export class CheckpointSweeper extends DueTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly checkpoints: CheckpointService,
  ) {
    super(['checkpoint'], logger);
  }

  protected run(): Promise<void> {
    return this.checkpoints.signDue();
  }
}
