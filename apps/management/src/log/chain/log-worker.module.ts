import { Module } from '@nestjs/common';
import { CheckpointSweeper } from './checkpoint.sweeper.js';
import { LogChainModule } from './log-chain.module.js';
import { LogChainSweeper } from './log-chain.sweeper.js';

/** Chains entries and signs checkpoints in the background. */
@Module({ imports: [LogChainModule], providers: [LogChainSweeper, CheckpointSweeper] })
export class LogWorkerModule {}
