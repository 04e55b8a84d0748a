import { Module } from '@nestjs/common';
import { ServedPersistenceModule, SigningKeyPersistenceModule, UsedJtiPersistenceModule } from '@latchkey/persistence';
import { CacheModule } from '../cache/cache.module.js';
import { ClientAddressService } from './client-address.service.js';
import { CurrentRevisionService } from './current-revision.service.js';
import { DomainCache } from './domain.cache.js';
import { MtlsHostService } from './mtls-host.service.js';
import { PendingLimitService } from './pending-limit.service.js';
import { RequestHostService } from './request-host.service.js';
import { RsaKeyService } from './rsa-key.service.js';
import { RefusedTokenLimitService } from './refused-token-limit.service.js';
import { ServedDomainService } from './served-domain.service.js';
import { ServedRecordService } from './served-record.service.js';
import { TlsAskHandler } from './tls-ask.handler.js';
import { UsedJtiService } from './used-jti.service.js';

const PROVIDERS = [
  ClientAddressService,
  CurrentRevisionService,
  DomainCache,
  MtlsHostService,
  PendingLimitService,
  RsaKeyService,
  RefusedTokenLimitService,
  RequestHostService,
  ServedDomainService,
  ServedRecordService,
  TlsAskHandler,
  UsedJtiService,
];

@Module({
  imports: [CacheModule, ServedPersistenceModule, SigningKeyPersistenceModule, UsedJtiPersistenceModule],
  providers: PROVIDERS,
  exports: [...PROVIDERS, CacheModule],
})
export class DomainModule {}
