import { Module } from '@nestjs/common';
import { DomainTransferPersistenceModule } from '@latchkey/persistence';
import { AbandonedImportSweeper } from './abandoned-import.sweeper.js';

/** Ends abandoned imports in the background. */
@Module({ imports: [DomainTransferPersistenceModule], providers: [AbandonedImportSweeper] })
export class DomainTransferWorkerModule {}
