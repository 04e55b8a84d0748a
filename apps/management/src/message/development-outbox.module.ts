import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { MessagePersistenceModule } from '@latchkey/persistence';
import { ApiKeyMiddleware } from '../api-key/api-key.middleware.js';
import { ApiKeyModule } from '../api-key/api-key.module.js';
import { DevelopmentOutboxController } from './development-outbox.controller.js';
import { DevelopmentOutboxService } from './development-outbox.service.js';

/** Lists messages in development, when no channel is configured. */
@Module({
  imports: [MessagePersistenceModule, ApiKeyModule],
  controllers: [DevelopmentOutboxController],
  providers: [DevelopmentOutboxService],
})
export class DevelopmentOutboxModule implements NestModule {
  constructor(private readonly apiKeys: ApiKeyMiddleware) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(this.apiKeys.handler, this.apiKeys.requireAdmin).forRoutes(DevelopmentOutboxController);
  }
}
