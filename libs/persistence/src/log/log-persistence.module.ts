import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientAuthenticationLogRepository } from './client-authentication-log.repository.js';
import { LogEntry } from './log-entry.entity.js';
import { LogRepository } from './log.repository.js';

const REPOSITORIES = [ClientAuthenticationLogRepository, LogRepository];

@Module({ imports: [TypeOrmModule.forFeature([LogEntry])], providers: REPOSITORIES, exports: REPOSITORIES })
export class LogPersistenceModule {}
