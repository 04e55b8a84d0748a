import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttributeChangeRepository } from './attribute-change.repository.js';
import { ClientFailureLogRepository } from './client-failure-log.repository.js';
import { LogChain } from './log-chain.entity.js';
import { LogChainRepository } from './log-chain.repository.js';
import { LogCheckpoint } from './log-checkpoint.entity.js';
import { LogEntry } from './log-entry.entity.js';
import { LogKey } from './log-key.entity.js';
import { LogKeyRepository } from './log-key.repository.js';
import { LogPartitionRepository } from './log-partition.repository.js';
import { LogQueryRepository } from './log-query.repository.js';
import { LogRemoval } from './log-removal.entity.js';
import { LogRemovalRepository } from './log-removal.repository.js';
import { LogRetention } from './log-retention.entity.js';
import { LogRetentionRepository } from './log-retention.repository.js';
import { LogRepository } from './log.repository.js';

const REPOSITORIES = [
  AttributeChangeRepository,
  ClientFailureLogRepository,
  LogChainRepository,
  LogKeyRepository,
  LogPartitionRepository,
  LogQueryRepository,
  LogRemovalRepository,
  LogRepository,
  LogRetentionRepository,
];

@Module({
  imports: [TypeOrmModule.forFeature([LogEntry, LogChain, LogCheckpoint, LogKey, LogRemoval, LogRetention])],
  providers: REPOSITORIES,
  exports: REPOSITORIES,
})
export class LogPersistenceModule {}
