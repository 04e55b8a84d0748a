import { Module } from '@nestjs/common';
import { IdempotencyPersistenceModule } from '@latchkey/persistence';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

@Module({ imports: [IdempotencyPersistenceModule], providers: [IdempotencyInterceptor] })
export class IdempotencyModule {}
