import { Inject, Injectable } from '@nestjs/common';
import { DomainDeletionQueue, Sweeper } from '@latchkey/jobs';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainRepository } from '@latchkey/persistence';

const EVERY = 5_000;

/** Rings again for every domain whose deletion has not ended. */
@Injectable()
export class DomainSweeper extends Sweeper {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly domains: DomainRepository,
    private readonly deletions: DomainDeletionQueue,
  ) {
    super(EVERY, logger);
  }

  protected async sweep(): Promise<void> {
    for (const id of await this.domains.listDeleting()) this.deletions.ring(id);
  }
}
