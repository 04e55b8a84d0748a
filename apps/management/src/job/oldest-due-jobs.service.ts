import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { QUEUES, type QueueName } from '@latchkey/jobs';
import { JobStateRepository, LogoutNoticeRepository, MessageRepository, DomainVerificationRepository } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

/** For how long the work of each queue has been due that has waited longest: read from the rows, whatever the queue knows of it. */
@Injectable()
export class OldestDueJobsService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly states: JobStateRepository,
    private readonly verifications: DomainVerificationRepository,
    private readonly messages: MessageRepository,
    private readonly notices: LogoutNoticeRepository,
  ) {}

  /** In seconds. */
  async measure(): Promise<Record<QueueName, number>> {
    return {
      [QUEUES.domainDeletion]: await this.states.oldestDueSeconds(QUEUES.domainDeletion, 'deleting'),
      [QUEUES.domainProvision]: await this.states.oldestDueSeconds(QUEUES.domainProvision, 'active'),
      [QUEUES.domainVerification]: await this.verifications.oldestDueSeconds(QUEUES.domainVerification),
      // In the outbox messages wait to be looked at.
      [QUEUES.message]: this.settings.outbox ? 0 : await this.messages.oldestDueSeconds(),
      [QUEUES.logoutNotice]: await this.notices.oldestDueSeconds(),
    };
  }
}
