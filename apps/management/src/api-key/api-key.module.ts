import { Module } from '@nestjs/common';
import { ApiKeyMiddleware } from './api-key.middleware.js';
import { ApiKeyUse } from './api-key-use.js';
import { ApiKeyService } from './api-key.service.js';
import { WrongApiKeys } from './wrong-api-keys.js';

@Module({ providers: [ApiKeyService, ApiKeyUse, WrongApiKeys, ApiKeyMiddleware], exports: [ApiKeyService, ApiKeyMiddleware] })
export class ApiKeyModule {}
