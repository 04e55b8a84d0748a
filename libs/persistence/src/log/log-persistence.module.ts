import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttributeChangeRepository } from './attribute-change.repository.js';
import { ClientFailureLogRepository } from './client-failure-log.repository.js';
import { LogChain } from './log-chain.entity.js';
import { LogChainLagRepository } from './log-chain-lag.repository.js';
import { LogChainRepository } from './log-chain.repository.js';
import { LogCheckpoint } from './log-checkpoint.entity.js';
import { LogEntry } from './log-entry.entity.js';
import { LogHeadKey } from './log-head-key.entity.js';
import { LogHeadKeyRepository } from './log-head-key.repository.js';
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
  LogChainLagRepository,
  LogChainRepository,
  LogHeadKeyRepository,
  LogKeyRepository,
  LogPartitionRepository,
  LogQueryRepository,
  LogRemovalRepository,
  LogRepository,
  LogRetentionRepository,
];

@Module({
  imports: [TypeOrmModule.forFeature([LogEntry, LogChain, LogCheckpoint, LogHeadKey, LogKey, LogRemoval, LogRetention])],
  providers: REPOSITORIES,
  exports: REPOSITORIES,
})
export class LogPersistenceModule {}
