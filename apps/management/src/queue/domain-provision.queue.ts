import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import type { Queue } from 'bullmq';
import { DomainQueue } from './domain.queue.js';
import { QUEUES, type DomainJob } from './queues.js';

/** Enqueues sandbox domains that lack DNS records. */
@Injectable()
export class DomainProvisionQueue extends DomainQueue {
  constructor(@InjectQueue(QUEUES.domainProvision) queue: Queue<DomainJob>, @Inject(LOGGER) logger: Logger) {
    super(queue, logger, 'provision');
  }
}
