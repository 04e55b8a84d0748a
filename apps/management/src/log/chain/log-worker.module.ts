import { Module } from '@nestjs/common';
import { DomainPersistenceModule } from '@latchkey/persistence';
import { LogPartitionService } from '../partition/log-partition.service.js';
import { LogRemovalService } from '../partition/log-removal.service.js';
import { PersonalDataErasureService } from '../partition/personal-data-erasure.service.js';
import { PersonalDataErasureSweeper } from '../partition/personal-data-erasure.sweeper.js';
import { LogPartitionSweeper } from '../partition/log-partition.sweeper.js';
import { CheckpointSweeper } from './checkpoint.sweeper.js';
import { LogChainModule } from './log-chain.module.js';
import { LogChainMonitor } from './log-chain.monitor.js';
import { LogChainSweeper } from './log-chain.sweeper.js';
import { LogHeadSweeper } from './log-head.sweeper.js';

/** Chains entries and signs checkpoints in the background, exposes what is behind, and maintains the partitions. */
@Module({
  imports: [DomainPersistenceModule, LogChainModule],
  providers: [
    LogChainSweeper,
    CheckpointSweeper,
    LogChainMonitor,
    LogHeadSweeper,
    LogPartitionService,
    LogPartitionSweeper,
    LogRemovalService,
    PersonalDataErasureService,
    PersonalDataErasureSweeper,
  ],
})
export class LogWorkerModule {}
