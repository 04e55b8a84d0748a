import { Inject, Injectable } from '@nestjs/common';
import { STREAM_SIGNALS } from '@latchkey/events';
import { LOGGER, type Logger } from '@latchkey/observability';
import { SsfEventRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 100;
const REASON = 'The receiver left events for 7 days, or more than 10,000 of them.';

/** Disables streams whose receiver takes no events. */
@Injectable()
export class SignalExpirySweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly events: SsfEventRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    await this.events.expire({ eventType: STREAM_SIGNALS.streamUpdated, reason: REASON }, BATCH_SIZE);
  }
}
