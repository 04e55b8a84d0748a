import { Module } from '@nestjs/common';
import { UsagePersistenceModule } from '@latchkey/persistence';
import { UsageService } from './usage.service.js';

@Module({ imports: [UsagePersistenceModule], providers: [UsageService], exports: [UsageService] })
export class UsageModule {}
