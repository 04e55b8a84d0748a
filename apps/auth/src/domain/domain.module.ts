import { Module } from '@nestjs/common';
import { CurrentRevisions } from './current-revisions.js';
import { DomainRecords } from './domain-records.js';
import { ServedDomains } from './served-domain.js';

@Module({ providers: [CurrentRevisions, DomainRecords, ServedDomains], exports: [CurrentRevisions, DomainRecords, ServedDomains] })
export class DomainModule {}
