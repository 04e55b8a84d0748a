import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DnsAttempt } from './dns-attempt.entity.js';
import { DnsAttemptRepository } from './dns-attempt.repository.js';

@Module({ imports: [TypeOrmModule.forFeature([DnsAttempt])], providers: [DnsAttemptRepository], exports: [DnsAttemptRepository] })
export class DnsAttemptPersistenceModule {}
