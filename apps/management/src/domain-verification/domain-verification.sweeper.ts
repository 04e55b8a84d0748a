import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainVerificationRepository } from '@latchkey/persistence';
import { DueTask } from '../due-work/due-task.js';
import { DomainVerificationQueue } from '../queue/domain-verification.queue.js';
import { QUEUES } from '../queue/queues.js';

/** A small batch, because the queue works in order of arrival, while each sweep decides again which domain is next. */
const BATCH_SIZE = 30;

/** Enqueues custom domains whose check is due, and deletes leftover job states. */
@Injectable()
export class DomainVerificationSweeper extends DueTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly verifications: DomainVerificationRepository,
    private readonly queue: DomainVerificationQueue,
  ) {
    super(['verification'], logger);
  }

  protected async run(): Promise<void> {
    for (const id of await this.verifications.listDue(QUEUES.domainVerification, BATCH_SIZE)) this.queue.enqueue(id);
    await this.verifications.deleteObsoleteJobs(QUEUES.domainVerification);
  }
}
