import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LogEntry } from './log-entry.entity.js';
import { LogRepository } from './log.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([LogEntry])], providers: [LogRepository], exports: [LogRepository] })
export class LogPersistenceModule {}
