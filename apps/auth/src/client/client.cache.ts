import { Injectable } from '@nestjs/common';
import type { CurrentRevision, ServedClient } from '@latchkey/persistence';
import { MAX_CLIENT_BYTES } from '../cache/cache-limits.js';
import { DomainCacheRegistry, type DomainKeyedCache } from '../cache/domain-cache.registry.js';
import { RevisionCache } from '../cache/revision.cache.js';
import { ServedRecordService } from '../domain/served-record.service.js';
import { CachedClient } from './cached-client.js';

@Injectable()
export class ClientCache implements DomainKeyedCache {
  private readonly cache = new RevisionCache<CachedClient>(MAX_CLIENT_BYTES);

  constructor(
    private readonly records: ServedRecordService,
    caches: DomainCacheRegistry,
  ) {
    caches.register(this);
  }

  keys(): Iterable<string> {
    return this.cache.keys();
  }

  domainIdOf(key: string): string {
    return key.slice(0, key.indexOf(' '));
  }

  delete(key: string): void {
    this.cache.delete(key);
  }

  /** @returns null if the domain has no such client */
  get({ domainId, clientRevision }: CurrentRevision, clientId: string): CachedClient | null | Promise<CachedClient | null> {
    if (clientRevision === null) return null;
    return this.cache.get(`${domainId} ${clientId}`, clientRevision, () => this.build(domainId, clientId));
  }

  /** A client that is not in the database but belongs to one of Latchkey's own pages. */
  createBuiltIn(domainId: string, client: ServedClient): CachedClient {
    return new CachedClient(domainId, client);
  }

  private async build(domainId: string, clientId: string): Promise<CachedClient | null> {
    const client = await this.records.findClient(domainId, clientId);
    return client && new CachedClient(domainId, client);
  }
}
