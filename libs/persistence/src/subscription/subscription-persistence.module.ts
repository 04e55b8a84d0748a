import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKey } from './api-key.entity.js';
import { Subscription } from './subscription.entity.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { SubscriptionRepository } from './subscription.repository.js';

const REPOSITORIES = [ApiKeyRepository, SubscriptionRepository];

@Module({ imports: [TypeOrmModule.forFeature([ApiKey, Subscription])], providers: REPOSITORIES, exports: REPOSITORIES })
export class SubscriptionPersistenceModule {}
