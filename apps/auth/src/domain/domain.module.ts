import { Module } from '@nestjs/common';
import { CurrentRevisions } from './current-revisions.js';
import { DomainRecords } from './domain-records.js';
import { ServedDomains } from './served-domain.js';
import { TlsAsk } from './tls-ask.js';

const PROVIDERS = [CurrentRevisions, DomainRecords, ServedDomains, TlsAsk];

@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class DomainModule {}
