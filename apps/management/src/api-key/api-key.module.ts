import { Module } from '@nestjs/common';
import { SubscriptionPersistenceModule } from '@latchkey/persistence';
import { ApiKeyMiddleware } from './api-key.middleware.js';
import { ApiKeyLastUseService } from './api-key-last-use.service.js';
import { ApiKeyService } from './api-key.service.js';
import { BootstrapKeyService } from './bootstrap-key.service.js';
import { FailedAuthenticationLimiter } from './failed-authentication.limiter.js';

@Module({
  imports: [SubscriptionPersistenceModule],
  providers: [ApiKeyService, BootstrapKeyService, ApiKeyLastUseService, FailedAuthenticationLimiter, ApiKeyMiddleware],
  exports: [ApiKeyService, ApiKeyMiddleware],
})
export class ApiKeyModule {}
