import { Module } from '@nestjs/common';
import { DomainPersistenceModule, AuditLogPersistenceModule } from '@latchkey/persistence';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { AuditLogChainModule } from './chain/audit-log-chain.module.js';
import { AuditLogController } from './audit-log.controller.js';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { AuditLogQueryService } from './audit-log-query.service.js';
import { AuditLogRetentionController } from './audit-log-retention.controller.js';
import { AuditLogRetentionService } from './audit-log-retention.service.js';

/** Returns the log and its retention. */
@Module({
  imports: [AuditLogChainModule, AuditLogModule, AuditLogPersistenceModule, DomainPersistenceModule, CurrentDomainModule],
  controllers: [AuditLogController, AuditLogRetentionController],
  providers: [AuditLogQueryService, AuditLogRetentionService],
  exports: [AuditLogRetentionService],
})
export class AuditLogApiModule {}
