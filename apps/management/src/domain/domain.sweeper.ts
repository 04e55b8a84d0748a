import { Inject, Injectable } from '@nestjs/common';
import { DomainDeletionQueue } from '@latchkey/jobs';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const EVERY = 5_000;

/** Rings again for every domain whose deletion has not ended. */
@Injectable()
export class DomainSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly domains: DomainRepository,
    private readonly deletions: DomainDeletionQueue,
  ) {
    super(EVERY, logger);
  }

  protected async run(): Promise<void> {
    for (const id of await this.domains.listDeleting()) this.deletions.ring(id);
  }
}
