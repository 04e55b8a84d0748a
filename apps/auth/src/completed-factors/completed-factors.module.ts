import { Module } from '@nestjs/common';
import { SignInProgressPersistenceModule } from '@latchkey/persistence';
import { CompletedFactorsService } from './completed-factors.service.js';

@Module({ imports: [SignInProgressPersistenceModule], providers: [CompletedFactorsService], exports: [CompletedFactorsService] })
export class CompletedFactorsModule {}
