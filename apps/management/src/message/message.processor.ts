import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { JobProcessor } from '../queue/job-processor.js';
import { messageJobSchema, QUEUES, type MessageJob } from '../queue/queues.js';
import { WORKER_OPTIONS } from '../queue/worker-options.js';
import { MessageDeliveryService } from './message-delivery.service.js';

/** Sends a due message, unless an earlier run of the same job has sent it. */
@Injectable()
@Processor(QUEUES.message, { concurrency: 5, ...WORKER_OPTIONS })
export class MessageProcessor extends JobProcessor<MessageJob> {
  constructor(
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
    private readonly delivery: MessageDeliveryService,
  ) {
    super(messageJobSchema, logger, metrics);
  }

  protected work({ domainId, messageId }: MessageJob): Promise<void> {
    return this.delivery.attempt({ domainId, id: messageId });
  }
}
