import { Injectable } from '@nestjs/common';
import { CurrentRevision } from '@latchkey/persistence';
import { ClientRecords } from '../client/client-records.js';
import { DomainRecords } from '../domain/domain-records.js';
import { ClientOfDomain } from './client-of-domain.js';

/** Pairs that are kept. Each keeps its two records in memory, so there are no more of them than of domains. */
const SIZE = 20_000;

/** Finds the records of a client and of its domain by one look-up: two, of thousands of domains, are what a token waits for memory. */
@Injectable()
export class ClientsOfDomains {
  /** By the revisions and the client: what is no longer current is no longer found. Oldest first. */
  private readonly kept = new Map<string, ClientOfDomain>();

  constructor(
    private readonly domains: DomainRecords,
    private readonly clients: ClientRecords,
  ) {}

  /**
   * @param current what the database has just said of the domain and of its client
   * @returns at once what is kept, and else a promise: most requests need not wait for one. Null: there is no such client, or no domain any more
   */
  get(clientId: string, current: CurrentRevision): ClientOfDomain | Promise<ClientOfDomain | null> {
    return this.kept.get(keyOf(clientId, current)) ?? this.build(clientId, current);
  }

  private async build(clientId: string, current: CurrentRevision): Promise<ClientOfDomain | null> {
    const domain = await this.domains.get(current);
    const client = domain && (await this.clients.get(current, clientId));
    if (!client) return null;
    const parts = { domainId: current.domainId, domainRevision: domain.revision, clientRevision: client.revision };
    const built = new ClientOfDomain(domain, client);
    this.kept.set(keyOf(clientId, CurrentRevision.of(parts)), built);
    if (this.kept.size > SIZE) this.kept.delete(this.kept.keys().next().value!);
    return built;
  }
}

function keyOf(clientId: string, { text }: CurrentRevision): string {
  return `${text} ${clientId}`;
}
