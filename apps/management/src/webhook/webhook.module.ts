import { Module } from '@nestjs/common';
import { DomainPersistenceModule, WebhookPersistenceModule } from '@latchkey/persistence';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { WebhookChangeService } from './webhook-change.service.js';
import { WebhookDeliveryController } from './webhook-delivery.controller.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';
import { WebhookController } from './webhook.controller.js';
import { WebhookService } from './webhook.service.js';

@Module({
  imports: [CurrentDomainModule, DomainPersistenceModule, AuditLogModule, WebhookPersistenceModule],
  controllers: [WebhookController, WebhookDeliveryController],
  providers: [WebhookChangeService, WebhookDeliveryService, WebhookService],
  exports: [WebhookService],
})
export class WebhookModule {}
