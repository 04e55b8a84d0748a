import { Module } from '@nestjs/common';
import { CurrentRevisions } from './current-revisions.js';
import { DomainRecords } from './domain-records.js';

@Module({ providers: [CurrentRevisions, DomainRecords], exports: [CurrentRevisions, DomainRecords] })
export class DomainModule {}
