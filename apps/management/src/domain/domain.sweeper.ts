import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainDeletionRepository, DomainRepository, JobStateRepository } from '@latchkey/persistence';
import { DueTask } from '../due-work/due-task.js';
import { DomainDeletionQueue } from '../queue/domain-deletion.queue.js';
import { QUEUES } from '../queue/queues.js';

const BATCH_SIZE = 500;

/** Enqueues domains whose deletion has not ended and has no worker, and completes deletions that an earlier release has ended. */
@Injectable()
export class DomainSweeper extends DueTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly domains: DomainRepository,
    private readonly states: JobStateRepository,
    private readonly jobs: DomainDeletionQueue,
    private readonly deletions: DomainDeletionRepository,
  ) {
    super(['deletion'], logger);
  }

  protected async run(): Promise<void> {
    const due = await this.domains.listDeleting(QUEUES.domainDeletion, BATCH_SIZE);
    await this.attempt(() => this.states.recordDue(QUEUES.domainDeletion, due));
    for (const id of due) this.jobs.enqueue(id);
    await this.deletions.completeAbandoned();
  }
}
