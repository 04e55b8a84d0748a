import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import type { Queue } from 'bullmq';
import { DomainQueue } from './domain.queue.js';
import { QUEUES, type DomainJob } from './queues.js';

/** Enqueues due checks of custom domains' DNS. */
@Injectable()
export class DomainVerificationQueue extends DomainQueue {
  constructor(@InjectQueue(QUEUES.domainVerification) queue: Queue<DomainJob>, @Inject(LOGGER) logger: Logger) {
    super(queue, logger, 'verify');
  }
}
