import { Module } from '@nestjs/common';
import { DomainPersistenceModule } from '@latchkey/persistence';
import { DeletedDomainSweeper } from './deleted-domain.sweeper.js';
import { DomainCacheRegistry } from './domain-cache.registry.js';

@Module({
  imports: [DomainPersistenceModule],
  providers: [DomainCacheRegistry, DeletedDomainSweeper],
  exports: [DomainCacheRegistry],
})
export class CacheModule {}
