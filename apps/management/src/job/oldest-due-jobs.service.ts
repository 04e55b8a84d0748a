import { Injectable } from '@nestjs/common';
import { JobStateRepository, DomainVerificationRepository } from '@latchkey/persistence';
import { QUEUES, type QueueName } from '../queue/queues.js';
import { OldestDueDeliveriesService } from './oldest-due-deliveries.service.js';

/** How long the oldest due work of each queue has waited, from its rows, independent of the queue. */
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
      [QUEUES.userImport]: await this.states.oldestDueSeconds(QUEUES.userImport, 'active'),
      ...(await this.deliveries.measure()),
    };
  }
}
