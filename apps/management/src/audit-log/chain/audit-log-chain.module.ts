import { Module } from '@nestjs/common';
import { AuditLogPersistenceModule, WebhookPersistenceModule } from '@latchkey/persistence';
import { ReceiptKeyModule } from '../../receipt-key/receipt-key.module.js';
import { CheckpointService } from './checkpoint.service.js';
import { AuditLogChainService } from './audit-log-chain.service.js';
import { AuditLogModule } from '../../audit-event/audit-log.module.js';
import { AuditLogHeadAcceptanceService } from './audit-log-head-acceptance.service.js';
import { AuditLogHeadKeyService } from './audit-log-head-key.service.js';
import { AuditLogHeadService } from './audit-log-head.service.js';
import { AuditLogStatementService } from './audit-log-statement.service.js';
import { AuditLogVerificationService } from './audit-log-verification.service.js';

const SERVICES = [
  CheckpointService,
  AuditLogChainService,
  AuditLogHeadAcceptanceService,
  AuditLogHeadService,
  AuditLogStatementService,
  AuditLogVerificationService,
];

@Module({
  imports: [AuditLogModule, AuditLogPersistenceModule, ReceiptKeyModule, WebhookPersistenceModule],
  providers: [AuditLogHeadKeyService, ...SERVICES],
  exports: [AuditLogPersistenceModule, ReceiptKeyModule, ...SERVICES],
})
export class AuditLogChainModule {}
