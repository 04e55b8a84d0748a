import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import type { Queue } from 'bullmq';
import { DomainQueue } from './domain.queue.js';
import { QUEUES, type DomainJob } from './queues.js';

/** Enqueues domains with imports of users. */
@Injectable()
export class UserImportQueue extends DomainQueue {
  constructor(@InjectQueue(QUEUES.userImport) queue: Queue<DomainJob>, @Inject(LOGGER) logger: Logger) {
    super(queue, logger, 'import');
  }
}
