import { Module } from '@nestjs/common';
import { LogPersistenceModule } from '@latchkey/persistence';
import { LogService } from './log.service.js';

@Module({ imports: [LogPersistenceModule], providers: [LogService], exports: [LogService] })
export class LogModule {}
