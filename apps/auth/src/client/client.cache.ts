import { Injectable } from '@nestjs/common';
import type { CurrentRevision, ServedClient } from '@latchkey/persistence';
import { MAX_CLIENT_BYTES } from '../cache/cache-limits.js';
import { DomainCacheRegistry, type DomainKeyedCache } from '../cache/domain-cache.registry.js';
import { RevisionCache } from '../cache/revision.cache.js';
import { DomainCache } from '../domain/domain.cache.js';
import { ServedRecordService } from '../domain/served-record.service.js';
import { CachedClient } from './cached-client.js';
import { isMetadataDocumentId } from './metadata-document/client-id-url.js';
import { MetadataDocumentService } from './metadata-document/metadata-document.service.js';
import { permitRegistered } from './registered-client.js';

@Injectable()
export class ClientCache implements DomainKeyedCache {
  private readonly cache = new RevisionCache<CachedClient>(MAX_CLIENT_BYTES);

  constructor(
    private readonly records: ServedRecordService,
    readonly documents: MetadataDocumentService,
    private readonly domains: DomainCache,
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

  /** @returns null if the domain has no such client; one that a document describes is without what the document says */
  get(current: CurrentRevision, clientId: string): CachedClient | null | Promise<CachedClient | null> {
    const { domainId, clientRevision } = current;
    if (clientRevision === null) return isMetadataDocumentId(clientId) ? this.documents.describeCurrent(current, clientId) : null;
    const client = this.cache.get(`${domainId} ${clientId}`, clientRevision, () => this.build(domainId, clientId));
    return client instanceof Promise ? client.then((built) => this.permit(current, built)) : this.permit(current, client);
  }

  /** A client that is not in the database but belongs to one of Latchkey's own pages. */
  createBuiltIn(domainId: string, client: ServedClient): CachedClient {
    return new CachedClient(domainId, client);
  }

  /** What a client that registered itself may do also depends on the current revision of the domain. */
  private permit(current: CurrentRevision, client: CachedClient | null): CachedClient | null | Promise<CachedClient | null> {
    return client?.client.registered ? this.permitNow(current, client) : client;
  }

  private async permitNow(current: CurrentRevision, client: CachedClient): Promise<CachedClient | null> {
    const domain = await this.domains.get(current);
    return domain && permitRegistered(domain, client);
  }

  private async build(domainId: string, clientId: string): Promise<CachedClient | null> {
    const client = await this.records.findClient(domainId, clientId);
    return client && new CachedClient(domainId, client);
  }
}
