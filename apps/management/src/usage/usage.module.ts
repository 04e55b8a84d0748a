import { Module } from '@nestjs/common';
import { UsagePersistenceModule } from '@latchkey/persistence';
import { DomainModule } from '../domain/domain.module.js';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';

@Module({ imports: [UsagePersistenceModule, DomainModule], controllers: [UsageController], providers: [UsageService] })
export class UsageModule {}
