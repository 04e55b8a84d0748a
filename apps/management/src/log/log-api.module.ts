import { Module } from '@nestjs/common';
import { DomainPersistenceModule, LogPersistenceModule } from '@latchkey/persistence';
import { CurrentDomainModule } from '../current-domain/current-domain.module.js';
import { LogChainModule } from './chain/log-chain.module.js';
import { LogController } from './log.controller.js';
import { LogModule } from '../audit-event/log.module.js';
import { LogQueryService } from './log-query.service.js';
import { LogRetentionController } from './log-retention.controller.js';
import { LogRetentionService } from './log-retention.service.js';

/** Returns the log and its retention. */
@Module({
  imports: [LogChainModule, LogModule, LogPersistenceModule, DomainPersistenceModule, CurrentDomainModule],
  controllers: [LogController, LogRetentionController],
  providers: [LogQueryService, LogRetentionService],
})
export class LogApiModule {}
