import { Injectable } from '@nestjs/common';
import { ServedDomainRepository, type CurrentRevision, type ServedClient } from '@latchkey/persistence';
import { DomainCaches, type DomainCache } from '../domain/domain-caches.js';
import { RevisionCache } from '../domain/revision-cache.js';
import { ClientRecord } from './client-record.js';
import { SecretUses } from './secret-uses.js';

/** Records of clients that are kept; a record takes about 2 KB. */
const SIZE = 50_000;

@Injectable()
export class ClientRecords implements DomainCache {
  private readonly cache = new RevisionCache<ClientRecord>(SIZE);

  constructor(
    private readonly domains: ServedDomainRepository,
    private readonly uses: SecretUses,
    caches: DomainCaches,
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
  get({ domainId, clientRevision }: CurrentRevision, clientId: string): ClientRecord | null | Promise<ClientRecord | null> {
    if (clientRevision === null) return null;
    return this.cache.get(`${domainId} ${clientId}`, clientRevision, () => this.build(domainId, clientId));
  }

  /** The record of a client that is not in the database: one of our own pages. */
  ofOurOwn(domainId: string, client: ServedClient): ClientRecord {
    return new ClientRecord(domainId, client, this.uses);
  }

  private async build(domainId: string, clientId: string): Promise<ClientRecord | null> {
    const client = await this.domains.findClient(domainId, clientId);
    return client && new ClientRecord(domainId, client, this.uses);
  }
}
