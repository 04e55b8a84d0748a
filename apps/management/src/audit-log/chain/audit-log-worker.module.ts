import { Module } from '@nestjs/common';
import { DomainPersistenceModule } from '@latchkey/persistence';
import { AuditLogPartitionService } from '../partition/audit-log-partition.service.js';
import { AuditLogRemovalService } from '../partition/audit-log-removal.service.js';
import { PersonalDataErasureService } from '../partition/personal-data-erasure.service.js';
import { PersonalDataErasureSweeper } from '../partition/personal-data-erasure.sweeper.js';
import { LogPartitionSweeper } from '../partition/log-partition.sweeper.js';
import { CheckpointSweeper } from './checkpoint.sweeper.js';
import { AuditLogChainModule } from './audit-log-chain.module.js';
import { InvalidHeadSweeper } from './invalid-head.sweeper.js';
import { LogChainMonitor } from './log-chain.monitor.js';
import { LogChainSweeper } from './log-chain.sweeper.js';
import { LogHeadSweeper } from './log-head.sweeper.js';

/** Chains entries and signs checkpoints in the background, exposes what is behind, and maintains the partitions. */
@Module({
  imports: [DomainPersistenceModule, AuditLogChainModule],
  providers: [
    LogChainSweeper,
    CheckpointSweeper,
    LogChainMonitor,
    LogHeadSweeper,
    InvalidHeadSweeper,
    AuditLogPartitionService,
    LogPartitionSweeper,
    AuditLogRemovalService,
    PersonalDataErasureService,
    PersonalDataErasureSweeper,
  ],
})
export class AuditLogWorkerModule {}
