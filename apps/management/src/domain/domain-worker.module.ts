import { Module } from '@nestjs/common';
import {
  DnsAttemptPersistenceModule,
  DomainDeletionPersistenceModule,
  DomainPersistenceModule,
  JobStatePersistenceModule,
} from '@latchkey/persistence';
import { DomainModule } from './domain.module.js';
import { DeleteProcessor } from './delete.processor.js';
import { DnsAttemptSweeper } from './dns-attempt.sweeper.js';
import { DomainCountMonitor } from './domain-count.monitor.js';
import { DomainSweeper } from './domain.sweeper.js';
import { ProvisionProcessor } from './provision.processor.js';
import { ProvisionSweeper } from './provision.sweeper.js';

/** Provisions and deletes domains in the background. */
@Module({
  imports: [DnsAttemptPersistenceModule, DomainDeletionPersistenceModule, DomainModule, DomainPersistenceModule, JobStatePersistenceModule],
  providers: [DeleteProcessor, DnsAttemptSweeper, DomainCountMonitor, DomainSweeper, ProvisionProcessor, ProvisionSweeper],
})
export class DomainWorkerModule {}
