import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainImportRepository } from '@latchkey/persistence';
import { DueTask } from '../due-work/due-task.js';
import { DomainDeletionQueue } from '../queue/domain-deletion.queue.js';

/** Ends imports of domains whose process is gone, and has their rows removed. */
@Injectable()
export class AbandonedImportSweeper extends DueTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly imports: DomainImportRepository,
    private readonly deletions: DomainDeletionQueue,
  ) {
    super(['abandonedImport'], logger);
  }

  protected async run(): Promise<void> {
    for (const { id } of await this.imports.abandon()) this.deletions.enqueue(id);
  }
}
