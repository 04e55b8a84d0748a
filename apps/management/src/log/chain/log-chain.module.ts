import { Module } from '@nestjs/common';
import { LogPersistenceModule } from '@latchkey/persistence';
import { ReceiptKeyModule } from '../../receipt-key/receipt-key.module.js';
import { CheckpointService } from './checkpoint.service.js';
import { LogChainService } from './log-chain.service.js';
import { LogVerificationService } from './log-verification.service.js';

@Module({
  imports: [LogPersistenceModule, ReceiptKeyModule],
  providers: [CheckpointService, LogChainService, LogVerificationService],
  exports: [LogPersistenceModule, ReceiptKeyModule, CheckpointService, LogChainService, LogVerificationService],
})
export class LogChainModule {}
