import { Module } from '@nestjs/common';
import { DomainPersistenceModule } from '@latchkey/persistence';
import { ClientAddressService } from './client-address.service.js';
import { CurrentRevisionService } from './current-revision.service.js';
import { DeletedDomainSweeper } from './deleted-domain.sweeper.js';
import { DomainCacheRegistry } from './domain-cache.registry.js';
import { DomainCache } from './domain.cache.js';
import { MtlsHostService } from './mtls-host.service.js';
import { PendingLimitService } from './pending-limit.service.js';
import { ServedDomainService } from './served-domain.service.js';
import { TlsAskHandler } from './tls-ask.handler.js';

const PROVIDERS = [
  ClientAddressService,
  CurrentRevisionService,
  DomainCacheRegistry,
  DomainCache,
  MtlsHostService,
  PendingLimitService,
  ServedDomainService,
  TlsAskHandler,
];

@Module({ imports: [DomainPersistenceModule], providers: [...PROVIDERS, DeletedDomainSweeper], exports: PROVIDERS })
export class DomainModule {}
