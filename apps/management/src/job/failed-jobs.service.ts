import { Injectable } from '@nestjs/common';
import { DnsAttemptRepository, JobStateRepository, LogoutNoticeRepository, MessageRepository } from '@latchkey/persistence';
import { QUEUES, type QueueName } from '../queue/queues.js';
import { MAX_ATTEMPTS } from '../queue/retry-delay.js';

/** The number of jobs of every queue that have used up their attempts or failed permanently, from the rows with their state. */
@Injectable()
export class FailedJobsService {
  constructor(
    private readonly states: JobStateRepository,
    private readonly dnsAttempts: DnsAttemptRepository,
    private readonly messages: MessageRepository,
    private readonly notices: LogoutNoticeRepository,
  ) {}

  async count(): Promise<Record<QueueName, number>> {
    const ofDomains = new Map((await this.states.countFailed(MAX_ATTEMPTS)).map(({ queue, jobs }) => [queue, jobs]));
    const of = (queue: QueueName): number => ofDomains.get(queue) ?? 0;
    return {
      // An unanswered DNS change that could not be checked belongs to a deletion.
      [QUEUES.domainDeletion]: of(QUEUES.domainDeletion) + (await this.dnsAttempts.countOverdue()),
      [QUEUES.domainProvision]: of(QUEUES.domainProvision),
      [QUEUES.domainVerification]: of(QUEUES.domainVerification),
      [QUEUES.message]: await this.messages.countFailed(MAX_ATTEMPTS),
      [QUEUES.logoutNotice]: await this.notices.countFailed(MAX_ATTEMPTS),
      [QUEUES.userImport]: of(QUEUES.userImport),
      // A failing receiver concerns its domain, which sees it in the webhook.
      [QUEUES.webhook]: 0,
    };
  }
}
