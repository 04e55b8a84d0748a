import { Inject, Injectable } from '@nestjs/common';
import { DomainVerificationQueue, QUEUES } from '@latchkey/jobs';
import { LOGGER, type Logger } from '@latchkey/observability';
import { VerificationRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';

const EVERY = 1_000;
const MOST = 500;

/** Rings for every custom domain whose check is due. */
@Injectable()
export class VerificationSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly verifications: VerificationRepository,
    private readonly queue: DomainVerificationQueue,
  ) {
    super(EVERY, logger);
  }

  protected async run(): Promise<void> {
    for (const id of await this.verifications.listDue(QUEUES.domainVerification, MOST)) this.queue.ring(id);
  }
}
