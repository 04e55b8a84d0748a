import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { BrandingPersistenceModule, MessagePersistenceModule } from '@latchkey/persistence';
import { AuthenticationMiddleware } from '../authentication/authentication.middleware.js';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { DevelopmentOutboxController } from './development-outbox.controller.js';
import { DevelopmentOutboxService } from './development-outbox.service.js';

/** Lists messages in development, when no channel is configured. */
@Module({
  imports: [BrandingPersistenceModule, MessagePersistenceModule, AuthenticationModule],
  controllers: [DevelopmentOutboxController],
  providers: [DevelopmentOutboxService],
})
export class DevelopmentOutboxModule implements NestModule {
  constructor(private readonly authentication: AuthenticationMiddleware) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(this.authentication.handler).forRoutes(DevelopmentOutboxController);
  }
}
