import { Global, Module } from '@nestjs/common';
import { DueWorkPersistenceModule } from '@latchkey/persistence';
import { DueWorkSignals } from './due-work-signals.js';
import { DueWorkLook } from './due-work.look.js';

/** Finds out for all periodic tasks when there is work. */
@Global()
@Module({ imports: [DueWorkPersistenceModule], providers: [DueWorkLook, DueWorkSignals], exports: [DueWorkSignals] })
export class DueWorkModule {}
