import { Module } from '@nestjs/common';
import { SubscriptionPersistenceModule } from '@latchkey/persistence';
import { ApiKeyModule } from '../api-key/api-key.module.js';
import { SubscriptionController } from './subscription.controller.js';
import { SubscriptionService } from './subscription.service.js';

@Module({
  imports: [ApiKeyModule, SubscriptionPersistenceModule],
  controllers: [SubscriptionController],
  providers: [SubscriptionService],
})
export class SubscriptionModule {}
