import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DnsAttemptRepository, type DueDnsAttempt } from '@latchkey/persistence';
import { DueTask } from '../due-work/due-task.js';
import { ProvisioningService } from './provisioning.service.js';

const CONCURRENCY = 10;

/** Checks unanswered DNS changes again, and undoes those that took effect after their domain was deleted. */
@Injectable()
export class DnsAttemptSweeper extends DueTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly attempts: DnsAttemptRepository,
    private readonly provisioning: ProvisioningService,
  ) {
    super(['dnsAttempt'], logger);
  }

  protected async run(): Promise<void> {
    for (;;) {
      const due = await this.attempts.leaseDue(CONCURRENCY);
      await Promise.all(due.map((attempt) => this.followUp(attempt)));
      if (due.length < CONCURRENCY) return;
    }
  }

  /** An attempt that cannot be checked does not delay the others, and is checked later. */
  private async followUp(attempt: DueDnsAttempt): Promise<void> {
    await this.provisioning
      .followUp(attempt)
      .catch((error: unknown) => this.logger.warn({ domain: attempt.owner, error }, 'failed to check a DNS change'));
  }
}
