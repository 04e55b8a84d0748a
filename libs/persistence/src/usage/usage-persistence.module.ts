import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsageCount } from './usage-count.entity.js';
import { UsageRepository } from './usage.repository.js';
import { UserActivity } from './user-activity.entity.js';

@Module({ imports: [TypeOrmModule.forFeature([UsageCount, UserActivity])], providers: [UsageRepository], exports: [UsageRepository] })
export class UsagePersistenceModule {}
