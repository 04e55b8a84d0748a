import { Inject, Injectable } from '@nestjs/common';
import { DomainDeletionQueue, QUEUES } from '@latchkey/jobs';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainRepository, JobStateRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const EVERY = 2_000;
const MOST = 500;

/** Rings again for domains whose deletion has not ended and should be worked on. */
@Injectable()
export class DomainSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly domains: DomainRepository,
    private readonly states: JobStateRepository,
    private readonly deletions: DomainDeletionQueue,
  ) {
    super(EVERY, logger);
  }

  protected async run(): Promise<void> {
    const due = await this.domains.listDeleting(QUEUES.domainDeletion, MOST);
    if (due.length > 0) await this.states.noteDue(QUEUES.domainDeletion, due);
    for (const id of due) this.deletions.ring(id);
  }
}
