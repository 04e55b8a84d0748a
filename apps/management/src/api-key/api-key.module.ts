import { Module } from '@nestjs/common';
import { SubscriptionPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { CallerModule } from '../caller/caller.module.js';
import { ApiKeyLastUseService } from './api-key-last-use.service.js';
import { ApiKeyController } from './api-key.controller.js';
import { ApiKeyService } from './api-key.service.js';
import { BootstrapKeyService } from './bootstrap-key.service.js';
import { FailedAuthenticationLimiter } from './failed-authentication.limiter.js';

@Module({
  imports: [SubscriptionPersistenceModule, AuditLogModule, CallerModule],
  controllers: [ApiKeyController],
  providers: [ApiKeyService, BootstrapKeyService, ApiKeyLastUseService, FailedAuthenticationLimiter],
  exports: [ApiKeyService, ApiKeyLastUseService, FailedAuthenticationLimiter],
})
export class ApiKeyModule {}
