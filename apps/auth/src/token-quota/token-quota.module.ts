import { Module } from '@nestjs/common';
import { AuditLogPersistenceModule, TokenBudgetPersistenceModule } from '@latchkey/persistence';
import { UsageModule } from '../usage/usage.module.js';
import { TokenCounters } from './token-counters.js';
import { TokenQuotaService } from './token-quota.service.js';

@Module({
  imports: [AuditLogPersistenceModule, TokenBudgetPersistenceModule, UsageModule],
  providers: [TokenCounters, TokenQuotaService],
  exports: [TokenCounters],
})
export class TokenQuotaModule {}
