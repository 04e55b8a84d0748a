import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { WebhookDeliveryRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 2_000;

/** Deletes deliveries that ended long ago. */
@Injectable()
export class WebhookExpirySweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly deliveries: WebhookDeliveryRepository,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected run(): Promise<void> {
    return this.attemptBatches(BATCH_SIZE, (limit) => this.deliveries.deleteExpired(limit));
  }
}
