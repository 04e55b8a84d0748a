import { Module } from '@nestjs/common';
import { ApiKeyMiddleware } from './api-key.middleware.js';
import { ApiKeyLastUseService } from './api-key-last-use.service.js';
import { ApiKeyService } from './api-key.service.js';
import { FailedAuthenticationLimiter } from './failed-authentication.limiter.js';

@Module({
  providers: [ApiKeyService, ApiKeyLastUseService, FailedAuthenticationLimiter, ApiKeyMiddleware],
  exports: [ApiKeyService, ApiKeyMiddleware],
})
export class ApiKeyModule {}
