import { Module } from '@nestjs/common';
import { ApiKeyMiddleware } from './api-key.middleware.js';
import { ApiKeyUse } from './api-key-use.js';
import { ApiKeyService } from './api-key.service.js';

@Module({ providers: [ApiKeyService, ApiKeyUse, ApiKeyMiddleware], exports: [ApiKeyService, ApiKeyMiddleware] })
export class ApiKeyModule {}
