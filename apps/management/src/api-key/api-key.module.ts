import { Module } from '@nestjs/common';
import { ApiKeyMiddleware } from './api-key.middleware.js';
import { ApiKeyService } from './api-key.service.js';

@Module({ providers: [ApiKeyService, ApiKeyMiddleware], exports: [ApiKeyService, ApiKeyMiddleware] })
export class ApiKeyModule {}
