import { Module } from '@nestjs/common';
import { SubscriptionPersistenceModule } from '@latchkey/persistence';
import { ApiKeyLastUseService } from './api-key-last-use.service.js';
import { ApiKeyService } from './api-key.service.js';
import { BootstrapKeyService } from './bootstrap-key.service.js';
import { FailedAuthenticationLimiter } from './failed-authentication.limiter.js';

@Module({
  imports: [SubscriptionPersistenceModule],
  providers: [ApiKeyService, BootstrapKeyService, ApiKeyLastUseService, FailedAuthenticationLimiter],
  exports: [ApiKeyService, ApiKeyLastUseService, FailedAuthenticationLimiter],
})
export class ApiKeyModule {}
