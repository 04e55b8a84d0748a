import { Injectable } from '@nestjs/common';
import type { CurrentRevision } from '@latchkey/persistence';
import { LRUCache } from 'lru-cache';
import type { ClientRecord } from '../client/client-record.js';
import { ClientRecords } from '../client/client-records.js';
import type { DomainRecord } from '../domain/domain-record.js';
import { DomainRecords } from '../domain/domain-records.js';

/** A client and its domain, as what was built of their rows while these were current. */
export interface ServedClient {
  current: CurrentRevision;
  domain: DomainRecord;
  client: ClientRecord;
}

/** Pairs that are kept: beside the records themselves a pair takes about 300 bytes. */
const SIZE = 50_000;

/** Finds the records of a client and of its domain by one look-up: two, of thousands of domains, are what a token waits for memory. */
@Injectable()
export class ServedClients {
  private readonly kept = new LRUCache<string, ServedClient>({ max: SIZE });

  constructor(
    private readonly domains: DomainRecords,
    private readonly clients: ClientRecords,
  ) {}

  /**
   * @param current what the database has just said of them
   * @returns at once what is kept, and else a promise: most requests need not wait for one. Null: there is no such client, or no domain any more
   */
  get(host: string, clientId: string, current: CurrentRevision): ServedClient | Promise<ServedClient | null> {
    const key = `${host} ${clientId}`;
    const kept = this.kept.peek(key);
    if (kept && isSame(kept.current, current)) return kept;
    return this.build(key, clientId, current);
  }

  private async build(key: string, clientId: string, current: CurrentRevision): Promise<ServedClient | null> {
    const domain = await this.domains.get(current);
    const client = domain && (await this.clients.get(current, clientId));
    if (!client) return null;
    const served = { current: { ...current, domainRevision: domain.revision, clientRevision: client.revision }, domain, client };
    this.kept.set(key, served);
    return served;
  }
}

function isSame(one: CurrentRevision, other: CurrentRevision): boolean {
  return one.domainRevision === other.domainRevision && one.clientRevision === other.clientRevision && one.domainId === other.domainId;
}
