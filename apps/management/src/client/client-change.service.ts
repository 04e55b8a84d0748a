import { Injectable } from '@nestjs/common';
import { ClientRepository, Database, DomainRepository, type Client, type Domain } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';

/** A client by its id, whether or not it exists. */
export interface NamedClient {
  domain: Domain;
  clientId: string;
}

/** Serializes changes to a client's settings. None is pending when the deletion of the domain has been answered. */
@Injectable()
export class ClientChangeService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly clients: ClientRepository,
  ) {}

  /** @throws Problem client-not-found */
  async get({ domain, clientId }: NamedClient): Promise<Client> {
    const client = await this.clients.find(domain.id, clientId);
    if (!client) throw createClientNotFoundProblem(clientId);
    return client;
  }

  /** Runs work in a transaction that has locked the client. @throws Problem client-not-found, domain-not-found */
  change<T>({ domain, clientId }: NamedClient, work: (client: Client) => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExistingShared(domain.id))) throw createDomainNotFoundProblem();
      const client = await this.clients.lock(domain.id, clientId);
      if (!client) throw createClientNotFoundProblem(clientId);
      return work(client);
    });
  }

  /** The auth server reads the client again with its next request. */
  raiseRevision({ domainId, clientId }: Client): Promise<void> {
    return this.clients.raiseRevision(domainId, clientId);
  }
}

export function createClientNotFoundProblem(clientId: string): Problem {
  return new Problem('client-not-found', `The domain has no client ${clientId}.`);
}
