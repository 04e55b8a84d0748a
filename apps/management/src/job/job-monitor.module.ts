import { Module } from '@nestjs/common';
import {
  BackchannelLogoutPersistenceModule,
  DnsAttemptPersistenceModule,
  DomainVerificationPersistenceModule,
  JobStatePersistenceModule,
  MessagePersistenceModule,
  SharedSignalsPersistenceModule,
  WebhookPersistenceModule,
} from '@latchkey/persistence';
import { FailedJobsMonitor } from './failed-jobs.monitor.js';
import { FailedJobsService } from './failed-jobs.service.js';
import { OldestDueDeliveriesService } from './oldest-due-deliveries.service.js';
import { OldestDueJobsMonitor } from './oldest-due-jobs.monitor.js';
import { OldestDueJobsService } from './oldest-due-jobs.service.js';

/** Exposes failed and overdue jobs as metrics. */
@Module({
  imports: [
    BackchannelLogoutPersistenceModule,
    DnsAttemptPersistenceModule,
    DomainVerificationPersistenceModule,
    JobStatePersistenceModule,
    MessagePersistenceModule,
    SharedSignalsPersistenceModule,
    WebhookPersistenceModule,
  ],
  providers: [FailedJobsMonitor, FailedJobsService, OldestDueDeliveriesService, OldestDueJobsMonitor, OldestDueJobsService],
})
export class JobMonitorModule {}
