import { Module } from '@nestjs/common';
import {
  JobStatePersistenceModule,
  AuditLogPersistenceModule,
  SharedSignalsPersistenceModule,
  WebhookPersistenceModule,
} from '@latchkey/persistence';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { SharedSignalsModule } from '../shared-signals/shared-signals.module.js';
import { EventAssignmentService } from './event-assignment.service.js';
import { OutboxBatchService } from './outbox-batch.service.js';
import { WebhookEventService } from './webhook-event.service.js';
import { WebhookExpirySweeper } from './webhook-expiry.sweeper.js';
import { WebhookLeaseService } from './webhook-lease.service.js';
import { WebhookOutboxService } from './webhook-outbox.service.js';
import { WebhookSenderService } from './webhook-sender.service.js';
import { WebhookWorkerService } from './webhook-worker.service.js';
import { WebhookProcessor } from './webhook.processor.js';
import { WebhookSweeper } from './webhook.sweeper.js';

/** Delivers events to webhooks in the background. */
@Module({
  imports: [
    DeliveryModule,
    JobStatePersistenceModule,
    AuditLogModule,
    AuditLogPersistenceModule,
    SharedSignalsModule,
    SharedSignalsPersistenceModule,
    WebhookPersistenceModule,
  ],
  providers: [
    EventAssignmentService,
    OutboxBatchService,
    WebhookEventService,
    WebhookExpirySweeper,
    WebhookLeaseService,
    WebhookOutboxService,
    WebhookProcessor,
    WebhookSenderService,
    WebhookSweeper,
    WebhookWorkerService,
  ],
})
export class WebhookWorkerModule {}
