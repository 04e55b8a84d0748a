import { Injectable } from '@nestjs/common';
import { CurrentRevision } from '@latchkey/persistence';
import { LRUCache } from 'lru-cache';
import type { ClientRecord } from '../client/client-record.js';
import { ClientRecords } from '../client/client-records.js';
import type { DomainRecord } from '../domain/domain-record.js';
import { DomainRecords } from '../domain/domain-records.js';

/** A client and its domain, as what was built of their rows while these were current. */
export interface ClientOfDomain {
  /** The text of that revision. */
  revision: string;
  domain: DomainRecord;
  client: ClientRecord;
}

/** Pairs that are kept. Each keeps its two records in memory, so there are no more of them than of domains. */
const SIZE = 20_000;

/** Finds the records of a client and of its domain by one look-up: two, of thousands of domains, are what a token waits for memory. */
@Injectable()
export class ClientsOfDomains {
  private readonly kept = new LRUCache<string, ClientOfDomain>({ max: SIZE });

  constructor(
    private readonly domains: DomainRecords,
    private readonly clients: ClientRecords,
  ) {}

  /**
   * @param current what the database has just said of them
   * @returns at once what is kept, and else a promise: most requests need not wait for one. Null: there is no such client, or no domain any more
   */
  get(host: string, clientId: string, current: CurrentRevision): ClientOfDomain | Promise<ClientOfDomain | null> {
    const key = `${host} ${clientId}`;
    const kept = this.kept.peek(key);
    if (kept?.revision === current.text) return kept;
    this.kept.delete(key);
    return this.build(key, clientId, current);
  }

  private async build(key: string, clientId: string, current: CurrentRevision): Promise<ClientOfDomain | null> {
    const domain = await this.domains.get(current);
    const client = domain && (await this.clients.get(current, clientId));
    if (!client) return null;
    const parts = { domainId: current.domainId, domainRevision: domain.revision, clientRevision: client.revision };
    const built = { revision: CurrentRevision.of(parts).text, domain, client };
    this.kept.set(key, built);
    return built;
  }
}
