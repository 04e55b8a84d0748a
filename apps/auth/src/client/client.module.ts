import { Module } from '@nestjs/common';
import { ClientPersistenceModule, DomainPersistenceModule } from '@latchkey/persistence';
import { DomainModule } from '../domain/domain.module.js';
import { ClientCache } from './client.cache.js';
import { SecretLastUseService } from './secret-last-use.service.js';

@Module({
  imports: [ClientPersistenceModule, DomainPersistenceModule, DomainModule],
  providers: [SecretLastUseService, ClientCache],
  exports: [ClientCache, SecretLastUseService],
})
export class ClientModule {}
