import { Module } from '@nestjs/common';
import { UsagePersistenceModule } from '@latchkey/persistence';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';

@Module({ imports: [UsagePersistenceModule, CurrentDomainModule], controllers: [UsageController], providers: [UsageService] })
export class UsageModule {}
