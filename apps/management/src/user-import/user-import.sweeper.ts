import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { JobStateRepository, UserImportJobRepository, UserImportRepository } from '@latchkey/persistence';
import { DueTask } from '../due-work/due-task.js';
import { QUEUES } from '../queue/queues.js';
import { UserImportQueue } from '../queue/user-import.queue.js';

const BATCH_SIZE = 500;

/** Enqueues domains with imports to work on, and removes abandoned uploads and old results. */
@Injectable()
export class UserImportSweeper extends DueTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly imports: UserImportRepository,
    private readonly jobs: UserImportJobRepository,
    private readonly states: JobStateRepository,
    private readonly queue: UserImportQueue,
  ) {
    super(['userImport'], logger);
  }

  protected async run(): Promise<void> {
    const due = await this.jobs.listDue(QUEUES.userImport, BATCH_SIZE);
    await this.attempt(() => this.states.recordDue(QUEUES.userImport, due));
    for (const id of due) this.queue.enqueue(id);
    await this.attemptBatches(BATCH_SIZE, (limit) => this.imports.removeAbandoned(limit));
    await this.attemptBatches(BATCH_SIZE, (limit) => this.imports.deleteExpired(limit));
  }
}
