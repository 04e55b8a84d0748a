import { Module } from '@nestjs/common';
import { LogPersistenceModule } from '@latchkey/persistence';
import { ReceiptKeyModule } from '../../receipt-key/receipt-key.module.js';
import { LogChainService } from './log-chain.service.js';
import { LogVerificationService } from './log-verification.service.js';

@Module({
  imports: [LogPersistenceModule, ReceiptKeyModule],
  providers: [LogChainService, LogVerificationService],
  exports: [LogPersistenceModule, ReceiptKeyModule, LogChainService, LogVerificationService],
})
export class LogChainModule {}
