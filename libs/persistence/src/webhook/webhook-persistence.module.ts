import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookLeaseRepository } from './webhook-lease.repository.js';
import { WebhookOutboxEntry } from './webhook-outbox-entry.entity.js';
import { WebhookOutboxFailureRepository } from './webhook-outbox-failure.repository.js';
import { WebhookOutboxRepository } from './webhook-outbox.repository.js';
import { Webhook } from './webhook.entity.js';
import { WebhookRepository } from './webhook.repository.js';

const REPOSITORIES = [
  WebhookDeliveryRepository,
  WebhookLeaseRepository,
  WebhookOutboxFailureRepository,
  WebhookOutboxRepository,
  WebhookRepository,
];

@Module({
  imports: [TypeOrmModule.forFeature([Webhook, WebhookDelivery, WebhookOutboxEntry])],
  providers: REPOSITORIES,
  exports: REPOSITORIES,
})
export class WebhookPersistenceModule {}
