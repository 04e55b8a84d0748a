import { Injectable } from '@nestjs/common';
import { ClientRepository, type Client, type Domain } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { DomainChangeService } from '../current-domain/domain-change.service.js';

/** A client by its id, whether or not it exists. */
export interface NamedClient {
  domain: Domain;
  clientId: string;
}

/** Serializes changes to a client's settings. None is pending when the deletion of the domain has been answered. */
@Injectable()
export class ClientChangeService {
  constructor(
    private readonly domains: DomainChangeService,
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
    return this.domains.change(domain, async () => work(await this.lock(domain, clientId)));
  }

  /** The same, for work that depends on resources of the domain, which change alone. */
  changeAlone<T>({ domain, clientId }: NamedClient, work: (client: Client) => Promise<T>): Promise<T> {
    return this.domains.changeAlone(domain, async () => work(await this.lock(domain, clientId)));
  }

  /** The auth server reads the client again with its next request. */
  raiseRevision({ domainId, clientId }: Client): Promise<void> {
    return this.clients.raiseRevision(domainId, clientId);
  }

  private async lock(domain: Domain, clientId: string): Promise<Client> {
    const client = await this.clients.lock(domain.id, clientId);
    if (!client) throw createClientNotFoundProblem(clientId);
    return client;
  }
}

export function createClientNotFoundProblem(clientId: string): Problem {
  return new Problem('client-not-found', `The domain has no client ${clientId}.`);
}
