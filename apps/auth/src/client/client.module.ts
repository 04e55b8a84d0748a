import { Module } from '@nestjs/common';
import { ClientAuthenticationPersistenceModule, ClientPersistenceModule, ServedPersistenceModule } from '@latchkey/persistence';
import { DomainModule } from '../domain/domain.module.js';
import { ClientCache } from './client.cache.js';
import { MethodLastUseService } from './method-last-use.service.js';
import { SecretLastUseService } from './secret-last-use.service.js';

@Module({
  imports: [ClientAuthenticationPersistenceModule, ClientPersistenceModule, ServedPersistenceModule, DomainModule],
  providers: [SecretLastUseService, MethodLastUseService, ClientCache],
  exports: [ClientCache, SecretLastUseService, MethodLastUseService],
})
export class ClientModule {}
