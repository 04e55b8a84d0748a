import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RateLimit } from './rate-limit.entity.js';
import { RateLimitRepository } from './rate-limit.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([RateLimit])], providers: [RateLimitRepository], exports: [RateLimitRepository] })
export class RateLimitPersistenceModule {}
