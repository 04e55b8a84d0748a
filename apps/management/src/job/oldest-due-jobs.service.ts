import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { QUEUES, type QueueName } from '@latchkey/jobs';
import { JobStateRepository, LogoutNoticeRepository, MessageRepository, DomainVerificationRepository } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

/** For how long the longest waiting work of each queue has been due, from its rows, independent of the queue. */
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
      // In the development outbox messages wait to be read.
      [QUEUES.message]: this.settings.outbox ? 0 : await this.messages.oldestDueSeconds(),
      [QUEUES.logoutNotice]: await this.notices.oldestDueSeconds(),
    };
  }
}
