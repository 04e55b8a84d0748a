import { Injectable } from '@nestjs/common';
import { hashSecret, randomSecret } from '@latchkey/crypto';
import {
  ClientRepository,
  ClientSecretRepository,
  Database,
  DomainRepository,
  type Client,
  type ClientConfiguration,
  type Domain,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { configurationOf, hasConfiguration, longestExpiry } from './client-configuration.js';
import type { UpdateClientRequest } from './client.dto.js';

@Injectable()
export class ClientService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly clients: ClientRepository,
    private readonly secrets: ClientSecretRepository,
  ) {}

  list(domain: Domain): Promise<Client[]> {
    return this.clients.list(domain.id);
  }

  /** @throws Problem client-not-found */
  async get(domain: Domain, clientId: string): Promise<Client> {
    const client = await this.clients.find(domain.id, clientId);
    if (!client) throw clientNotFound(clientId);
    return client;
  }

  /**
   * Creates the client or replaces its whole configuration. The auth server goes by it from the next request on.
   *
   * @returns the clear secret if one was made now (256 bits, base64url), else null
   * @throws Problem client-conflict - `clientType` of an existing client would change
   */
  async provision(domain: Domain, clientId: string, request: UpdateClientRequest): Promise<string | null> {
    const configuration = configurationOf(request);
    return this.database.transaction(async () => {
      // The lock lets one PUT of a domain through after the other: of many first ones, one makes the secret.
      if (!(await this.domains.lockExisting(domain.id))) throw domainIsGone();
      await this.domains.noteExpiry(domain.id, longestExpiry(configuration));
      const client = await this.clients.find(domain.id, clientId);
      if (!client) return this.create(domain, clientId, configuration);
      if (client.clientType !== configuration.clientType) throw clientTypeChanges(client);
      if (!hasConfiguration(client, configuration)) await this.clients.replace(domain.id, clientId, configuration);
      return null;
    });
  }

  /**
   * Removes the client, its secrets and what was issued to it.
   * @throws Problem client-not-found
   */
  async delete(domain: Domain, clientId: string): Promise<void> {
    const deleted = await this.database.transaction(() => this.clients.delete(domain.id, clientId));
    if (!deleted) throw clientNotFound(clientId);
  }

  private async create(domain: Domain, clientId: string, configuration: ClientConfiguration): Promise<string | null> {
    await this.clients.create(domain.id, clientId, configuration);
    if (configuration.clientType === 'Public') return null;
    const secret = randomSecret();
    await this.secrets.create({ domainId: domain.id, clientId }, hashSecret(secret));
    return secret;
  }
}

function clientNotFound(clientId: string): Problem {
  return new Problem('client-not-found', `The domain has no client ${clientId}.`);
}

function clientTypeChanges({ clientId, clientType }: Client): Problem {
  const detail = `${clientId} is a ${clientType} client, and stays one. Delete it first, or provision a client under another id.`;
  return new Problem('client-conflict', detail, { errors: [{ pointer: '/clientType', detail: `must stay ${clientType}` }] });
}

function domainIsGone(): Problem {
  return new Problem('domain-not-found', 'Your subscription has no domain of this name.');
}
