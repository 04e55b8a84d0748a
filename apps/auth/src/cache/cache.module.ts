import { Module } from '@nestjs/common';
import { ServedPersistenceModule } from '@latchkey/persistence';
import { DeletedDomainSweeper } from './deleted-domain.sweeper.js';
import { DomainCacheRegistry } from './domain-cache.registry.js';

@Module({
  imports: [ServedPersistenceModule],
  providers: [DomainCacheRegistry, DeletedDomainSweeper],
  exports: [DomainCacheRegistry],
})
export class CacheModule {}
