import { Module } from '@nestjs/common';
import { DomainPersistenceModule, DomainVerificationPersistenceModule } from '@latchkey/persistence';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { NameCheckService } from './name-check.service.js';
import { DomainVerificationLimitService } from './domain-verification-limit.service.js';
import { DomainVerificationService } from './domain-verification.service.js';

@Module({
  imports: [AuditLogModule, DomainPersistenceModule, DomainVerificationPersistenceModule],
  providers: [NameCheckService, DomainVerificationLimitService, DomainVerificationService],
  exports: [DomainVerificationLimitService, DomainVerificationService],
})
export class DomainVerificationModule {}
