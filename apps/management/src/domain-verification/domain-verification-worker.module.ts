import { Module } from '@nestjs/common';
import { DomainVerificationPersistenceModule, JobStatePersistenceModule } from '@latchkey/persistence';
import { DomainVerificationModule } from './domain-verification.module.js';
import { DomainVerificationProcessor } from './domain-verification.processor.js';
import { DomainVerificationSweeper } from './domain-verification.sweeper.js';

/** Checks custom domains in the background. */
@Module({
  imports: [JobStatePersistenceModule, DomainVerificationModule, DomainVerificationPersistenceModule],
  providers: [DomainVerificationProcessor, DomainVerificationSweeper],
})
export class DomainVerificationWorkerModule {}
