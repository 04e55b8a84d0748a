import { Module } from '@nestjs/common';
import {
  DnsAttemptPersistenceModule,
  DomainDeletionPersistenceModule,
  DomainPersistenceModule,
  DomainTransferPersistenceModule,
} from '@latchkey/persistence';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { AuditLogChainModule } from '../audit-log/chain/audit-log-chain.module.js';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { JobModule } from '../job/job.module.js';
import { SigningKeyModule } from '../signing-key/signing-key.module.js';
import { DnsModule } from '../dns/dns.module.js';
import { DomainVerificationModule } from '../domain-verification/domain-verification.module.js';
import { DeletionController } from './deletion/deletion.controller.js';
import { DeletionService } from './deletion/deletion.service.js';
import { DomainPurgeService } from './deletion/domain-purge.service.js';
import { CustomDomainService } from './custom-domain.service.js';
import { DomainDetailsService } from './domain-details.service.js';
import { DomainVerificationController } from './domain-verification.controller.js';
import { DomainController } from './domain.controller.js';
import { DomainRegistrationService } from './domain-registration.service.js';
import { ImportedDomainService } from './imported-domain.service.js';
import { DomainService } from './domain.service.js';
import { ProvisioningService } from './provisioning.service.js';
import { SandboxDomainService } from './sandbox-domain.service.js';
import { WriteLimitInterceptor } from './write-limit.interceptor.js';
import { SandboxRecords } from './sandbox-records.js';

@Module({
  imports: [
    CurrentDomainModule,
    AuditLogChainModule,
    AuditLogModule,
    DomainDeletionPersistenceModule,
    DnsAttemptPersistenceModule,
    DomainPersistenceModule,
    DomainTransferPersistenceModule,
    SigningKeyModule,
    JobModule,
    DnsModule,
    DomainVerificationModule,
  ],
  controllers: [DeletionController, DomainController, DomainVerificationController],
  providers: [
    DeletionService,
    DomainPurgeService,
    DomainService,
    DomainRegistrationService,
    DomainDetailsService,
    ImportedDomainService,
    CustomDomainService,
    SandboxRecords,
    SandboxDomainService,
    ProvisioningService,
    WriteLimitInterceptor,
  ],
  exports: [DomainPurgeService, ImportedDomainService, DomainService, SandboxRecords, ProvisioningService],
})
export class DomainModule {}
