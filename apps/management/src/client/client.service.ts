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
  type KeyList,
  type KeyListQuery,
  type Precondition,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';
import { requireDocumentSize } from '../http/document-size.js';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { createClientNotFoundProblem } from './client-change.service.js';
import { toConfiguration, listChangedProperties, getLongestExpiry } from './client-configuration.js';
import type { UpdateClientRequest } from './client.dto.js';

interface ClientKey {
  domain: Domain;
  clientId: string;
}

@Injectable()
export class ClientService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly clients: ClientRepository,
    private readonly secrets: ClientSecretRepository,
    private readonly log: AuditLogService,
  ) {}

  listIds(domain: Domain, query: KeyListQuery): Promise<KeyList> {
    return this.clients.listIds(domain.id, query);
  }

  /** @returns the clients that exist, in the order of the ids */
  findAll(domain: Domain, clientIds: readonly string[]): Promise<Client[]> {
    return this.clients.findAll(domain.id, clientIds);
  }

  /** @throws Problem client-not-found */
  async get(domain: Domain, clientId: string): Promise<Client> {
    const client = await this.clients.find(domain.id, clientId);
    if (!client) throw createClientNotFoundProblem(clientId);
    return client;
  }

  /**
   * Creates the client or replaces its whole configuration, effective from the auth server's next request.
   *
   * @returns the new secret in plain text if one was created (256 bits, base64url), otherwise null
   *
   * @throws Problem precondition-failed, client-conflict if `clientType` of an existing client would change, or `clientId` is the `sub` of
   * a user
   */
  async provision(key: ClientKey, request: UpdateClientRequest, precondition: Precondition<Client>): Promise<string | null> {
    const { domain, clientId } = key;
    const configuration = toConfiguration(request);
    return this.database.transaction(async () => {
      // The lock serializes the PUTs of a domain: of several concurrent first ones, only one creates the secret.
      if (!(await this.domains.lockExisting(domain.id))) throw createDomainNotFoundProblem();
      if (await this.clients.isSubOfUser(domain.id, clientId)) throw createClientIsUserProblem(clientId);
      const client = await this.clients.lock(domain.id, clientId);
      await precondition(client);
      if (!client) return this.create(domain, clientId, configuration);
      await this.reconfigure(domain, client, configuration);
      return null;
    });
  }

  /**
   * Changes a part of a client's configuration, effective from the auth server's next request.
   *
   * @param merge computes the new configuration from the current one
   *
   * @throws Problem client-not-found, precondition-failed, invalid-request, client-conflict if `clientType` would change
   */
  async update(
    { domain, clientId }: ClientKey,
    merge: (client: Client) => Promise<UpdateClientRequest>,
    precondition: Precondition<Client>,
  ): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domain.id))) throw createDomainNotFoundProblem();
      const client = await this.clients.lock(domain.id, clientId);
      if (!client) throw createClientNotFoundProblem(clientId);
      await precondition(client);
      await this.reconfigure(domain, client, toConfiguration(await merge(client)));
    });
  }

  /**
   * Removes the client, its secrets and everything issued to it.
   *
   * @throws Problem client-not-found, precondition-failed
   */
  async delete(domain: Domain, clientId: string, precondition: Precondition<Client>): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExistingShared(domain.id))) throw createDomainNotFoundProblem();
      const client = await this.clients.lock(domain.id, clientId);
      if (!client) throw createClientNotFoundProblem(clientId);
      await precondition(client);
      await this.clients.delete(domain.id, clientId);
      await this.log.record(domain.id, { type: 'client.deleted', client: clientId });
    });
  }

  private async reconfigure(domain: Domain, client: Client, configuration: ClientConfiguration): Promise<void> {
    if (client.clientType !== configuration.clientType) throw createClientTypeProblem(client);
    requireDocumentSize(configuration, toConfiguration(client as UpdateClientRequest));
    const changed = listChangedProperties(client, configuration);
    if (changed.length === 0) return;
    await this.recordExpiry(domain, configuration);
    await this.clients.replace(domain.id, client.clientId, configuration);
    await this.log.record(domain.id, { type: 'client.updated', client: client.clientId, data: { changed } });
  }

  private async create(domain: Domain, clientId: string, configuration: ClientConfiguration): Promise<string | null> {
    requireDocumentSize(configuration, null);
    await this.recordExpiry(domain, configuration);
    await this.clients.create(domain.id, clientId, configuration);
    const changed = listChangedProperties(null, configuration);
    await this.log.record(domain.id, { type: 'client.created', client: clientId, data: { changed } });
    if (configuration.clientType === 'Public') return null;
    const secret = randomSecret();
    await this.secrets.create({ domainId: domain.id, clientId }, hashSecret(secret));
    return secret;
  }

  /** The expiry never decreases, so the value that the request has read is enough to decide. */
  private async recordExpiry(domain: Domain, configuration: ClientConfiguration): Promise<void> {
    const expiry = getLongestExpiry(configuration);
    if (expiry > domain.longestExpiry) await this.domains.recordExpiry(domain.id, expiry);
  }
}

/** Both become the `sub` of access tokens, and a client must never be mistaken for a user (RFC 9700 section 4.15). */
function createClientIsUserProblem(clientId: string): Problem {
  return new Problem('client-conflict', `${clientId} is the sub of a user of the domain. Provision the client under another id.`);
}

function createClientTypeProblem({ clientId, clientType }: Client): Problem {
  const detail = `${clientId} is a ${clientType} client, and stays one. Delete it first, or provision a client under another id.`;
  return new Problem('client-conflict', detail, { errors: [{ pointer: '/clientType', detail: `must stay ${clientType}` }] });
}
