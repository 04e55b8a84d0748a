import { Inject, Injectable } from '@nestjs/common';
import { DomainDeletionQueue, QUEUES } from '@latchkey/jobs';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainRepository, JobStateRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const INTERVAL_MS = 2_000;
const BATCH_SIZE = 500;

/** Enqueues domains whose deletion has not ended and that have no worker. */
@Injectable()
export class DomainSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly domains: DomainRepository,
    private readonly states: JobStateRepository,
    private readonly deletions: DomainDeletionQueue,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    const due = await this.domains.listDeleting(QUEUES.domainDeletion, BATCH_SIZE);
    if (due.length > 0) await this.states.recordDue(QUEUES.domainDeletion, due);
    for (const id of due) this.deletions.enqueue(id);
  }
}
