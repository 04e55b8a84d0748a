import { Injectable } from '@nestjs/common';
import { JobStateRepository, DomainVerificationRepository } from '@latchkey/persistence';
import { QUEUES, type QueueName } from '../queue/queues.js';
import { OldestDueDeliveriesService } from './oldest-due-deliveries.service.js';

/** For how long the longest waiting work of each queue has been due, from its rows, independent of the queue. */
@Injectable()
export class OldestDueJobsService {
  constructor(
    private readonly states: JobStateRepository,
    private readonly verifications: DomainVerificationRepository,
    private readonly deliveries: OldestDueDeliveriesService,
  ) {}

  /** In seconds. */
  async measure(): Promise<Record<QueueName, number>> {
    return {
      [QUEUES.domainDeletion]: await this.states.oldestDueSeconds(QUEUES.domainDeletion, 'deleting'),
      [QUEUES.domainProvision]: await this.states.oldestDueSeconds(QUEUES.domainProvision, 'active'),
      [QUEUES.domainVerification]: await this.verifications.oldestDueSeconds(QUEUES.domainVerification),
      ...(await this.deliveries.measure()),
    };
  }
}
