import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientFailureLogRepository } from './client-failure-log.repository.js';
import { LogEntry } from './log-entry.entity.js';
import { LogRepository } from './log.repository.js';

const REPOSITORIES = [ClientFailureLogRepository, LogRepository];

@Module({ imports: [TypeOrmModule.forFeature([LogEntry])], providers: REPOSITORIES, exports: REPOSITORIES })
export class LogPersistenceModule {}
