import { Module } from '@nestjs/common';
import { LogPersistenceModule, WebhookPersistenceModule } from '@latchkey/persistence';
import { ReceiptKeyModule } from '../../receipt-key/receipt-key.module.js';
import { CheckpointService } from './checkpoint.service.js';
import { LogChainService } from './log-chain.service.js';
import { LogModule } from '../../audit-event/log.module.js';
import { LogHeadAcceptanceService } from './log-head-acceptance.service.js';
import { LogHeadKeyService } from './log-head-key.service.js';
import { LogHeadService } from './log-head.service.js';
import { LogStatementService } from './log-statement.service.js';
import { LogVerificationService } from './log-verification.service.js';

const SERVICES = [
  CheckpointService,
  LogChainService,
  LogHeadAcceptanceService,
  LogHeadService,
  LogStatementService,
  LogVerificationService,
];

@Module({
  imports: [LogModule, LogPersistenceModule, ReceiptKeyModule, WebhookPersistenceModule],
  providers: [LogHeadKeyService, ...SERVICES],
  exports: [LogPersistenceModule, ReceiptKeyModule, ...SERVICES],
})
export class LogChainModule {}
