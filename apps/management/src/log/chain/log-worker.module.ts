import { Module } from '@nestjs/common';
import { CheckpointSweeper } from './checkpoint.sweeper.js';
import { LogChainModule } from './log-chain.module.js';
import { LogChainMonitor } from './log-chain.monitor.js';
import { LogChainSweeper } from './log-chain.sweeper.js';

/** Chains entries and signs checkpoints in the background, and shows what is behind. */
@Module({ imports: [LogChainModule], providers: [CheckpointSweeper, LogChainMonitor, LogChainSweeper] })
export class LogWorkerModule {}
