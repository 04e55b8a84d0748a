import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdempotencyAnswer } from './idempotency-answer.entity.js';
import { IdempotencyRepository } from './idempotency.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([IdempotencyAnswer])], providers: [IdempotencyRepository], exports: [IdempotencyRepository] })
export class IdempotencyPersistenceModule {}
