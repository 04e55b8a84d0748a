import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttributeChangeRepository } from './attribute-change.repository.js';
import { ClientFailureAuditLogRepository } from './client-failure-audit-log.repository.js';
import { AuditLogChain } from './audit-log-chain.entity.js';
import { AuditLogChainLagRepository } from './audit-log-chain-lag.repository.js';
import { AuditLogChainRepository } from './audit-log-chain.repository.js';
import { AuditLogCheckpoint } from './audit-log-checkpoint.entity.js';
import { AuditLogEntry } from './audit-log-entry.entity.js';
import { AuditLogHeadKey } from './audit-log-head-key.entity.js';
import { AuditLogHeadKeyRepository } from './audit-log-head-key.repository.js';
import { AuditLogKey } from './audit-log-key.entity.js';
import { AuditLogKeyRepository } from './audit-log-key.repository.js';
import { AuditLogPartitionRepository } from './audit-log-partition.repository.js';
import { AuditLogQueryRepository } from './audit-log-query.repository.js';
import { AuditLogRemoval } from './audit-log-removal.entity.js';
import { AuditLogRemovalRepository } from './audit-log-removal.repository.js';
import { AuditLogRetention } from './audit-log-retention.entity.js';
import { AuditLogRetentionRepository } from './audit-log-retention.repository.js';
import { AuditLogRepository } from './audit-log.repository.js';

const REPOSITORIES = [
  AttributeChangeRepository,
  ClientFailureAuditLogRepository,
  AuditLogChainLagRepository,
  AuditLogChainRepository,
  AuditLogHeadKeyRepository,
  AuditLogKeyRepository,
  AuditLogPartitionRepository,
  AuditLogQueryRepository,
  AuditLogRemovalRepository,
  AuditLogRepository,
  AuditLogRetentionRepository,
];

@Module({
  imports: [
    TypeOrmModule.forFeature([
      AuditLogEntry,
      AuditLogChain,
      AuditLogCheckpoint,
      AuditLogHeadKey,
      AuditLogKey,
      AuditLogRemoval,
      AuditLogRetention,
    ]),
  ],
  providers: REPOSITORIES,
  exports: REPOSITORIES,
})
export class AuditLogPersistenceModule {}
