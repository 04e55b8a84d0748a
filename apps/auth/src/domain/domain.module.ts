import { Module } from '@nestjs/common';
import { ClientAddresses } from './client-addresses.js';
import { CurrentRevisions } from './current-revisions.js';
import { DeletedDomainSweeper } from './deleted-domain.sweeper.js';
import { DomainCaches } from './domain-caches.js';
import { DomainRecords } from './domain-records.js';
import { PendingLimits } from './pending-limits.js';
import { ServedDomains } from './served-domain.js';
import { TlsAsk } from './tls-ask.js';

const PROVIDERS = [ClientAddresses, CurrentRevisions, DomainCaches, DomainRecords, PendingLimits, ServedDomains, TlsAsk];

@Module({ providers: [...PROVIDERS, DeletedDomainSweeper], exports: PROVIDERS })
export class DomainModule {}
