import { Injectable } from '@nestjs/common';
import { hashSecret, randomSecret } from '@latchkey/crypto';
import type { AuditEvent } from '@latchkey/events';
import {
  ClientSecretRepository,
  ClientSetRepository,
  DomainRepository,
  type Client,
  type ClientConfiguration,
  type Domain,
} from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { getLongestExpiry, listChangedProperties } from './client-configuration.js';

/** A client and the owner that it is to have. */
export interface OwnedAgent {
  name: string;
  owner: string | null;
}

/** An agent whose owner is missing. */
export interface OwnerViolation {
  /** The id of the agent. */
  name: string;
  detail: string;
}

/** Clients to remove, to create and to replace. */
export interface ClientChanges {
  removed: readonly string[];
  /** @property withSecret whether the client gets a first secret */
  created: readonly { clientId: string; configuration: ClientConfiguration; withSecret: boolean }[];
  replaced: readonly { clientId: string; stored: ClientConfiguration; configuration: ClientConfiguration }[];
}

/** Changes many clients of a domain by the rules of ClientService, which changes one, and with the same events. */
@Injectable()
export class ClientSetService {
  constructor(
    private readonly domains: DomainRepository,
    private readonly clients: ClientSetRepository,
    private readonly secrets: ClientSecretRepository,
    private readonly log: AuditLogService,
  ) {}

  /** Those that operators configure: a client that registered itself is not in their documents. */
  list({ id }: Domain): Promise<Client[]> {
    // control: a document deletes no client that registered itself
    return this.clients.listConfigured(id);
  }

  /** Also those that registered themselves. */
  listAll({ id }: Domain): Promise<Client[]> {
    return this.clients.list(id);
  }

  /** The ids of clients that registered themselves. */
  async listRegistered({ id }: Domain, clientIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.clients.listRegistered(id, clientIds));
  }

  /** The ids that are the `sub` of a user. Both become the `sub` of access tokens (RFC 9700 section 4.15). */
  async listSubsOfUsers({ id }: Domain, clientIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.clients.listSubsOfUsers(id, clientIds));
  }

  /** The owners of agents that are no users of the domain. */
  async findOwnerViolations({ id }: Domain, agents: readonly OwnedAgent[]): Promise<OwnerViolation[]> {
    const subs = await this.clients.listSubsOfUsers(id, listOwners(agents));
    return findMissingOwners(agents, subs);
  }

  /**
   * The same, and keeps the other owners until the transaction ends. Call it before clients are locked, because the deletion of a user locks
   * the user before the user's agents.
   */
  async lockOwners({ id }: Domain, agents: readonly OwnedAgent[]): Promise<OwnerViolation[]> {
    return findMissingOwners(agents, await this.clients.lockOwners(id, listOwners(agents)));
  }

  /**
   * Works in the caller's transaction, which has locked the domain and found no violations.
   *
   * @returns the first secrets of new clients in plain text, by their ids
   */
  async replaceSome(domain: Domain, { removed, created, replaced }: ClientChanges): Promise<Map<string, string>> {
    await this.clients.delete(domain.id, removed);
    await this.recordExpiry(domain, [...created, ...replaced]);
    await this.clients.create(
      domain.id,
      created.map(({ clientId, configuration }) => ({ clientId, ...configuration })),
    );
    await this.clients.replace(
      domain.id,
      replaced.map(({ clientId, configuration }) => ({ clientId, ...configuration })),
    );
    const secrets = new Map(created.filter(({ withSecret }) => withSecret).map(({ clientId }) => [clientId, randomSecret()]));
    await this.secrets.createAll(
      domain.id,
      [...secrets].map(([clientId, secret]) => ({ clientId, hash: hashSecret(secret) })),
    );
    await this.log.recordAll(domain.id, listEvents({ removed, created, replaced }));
    return secrets;
  }

  private async recordExpiry(domain: Domain, clients: readonly { configuration: ClientConfiguration }[]): Promise<void> {
    const longest = clients.reduce((max, { configuration }) => Math.max(max, getLongestExpiry(configuration)), 0);
    if (longest > domain.longestExpiry) await this.domains.recordExpiry(domain.id, longest);
  }
}

function listOwners(agents: readonly OwnedAgent[]): string[] {
  return [...new Set(agents.flatMap(({ owner }) => owner ?? []))];
}

function findMissingOwners(agents: readonly OwnedAgent[], subs: readonly string[]): OwnerViolation[] {
  // control: the owner of an agent is a user of the same domain
  const missing = agents.filter(({ owner }) => owner !== null && !subs.includes(owner));
  return missing.map(({ name, owner }) => ({ name, detail: `is the sub of no user of the domain. Received: ${JSON.stringify(owner)}` }));
}

function listEvents({ removed, created, replaced }: ClientChanges): AuditEvent[] {
  return [
    ...removed.map((client): AuditEvent => ({ type: 'client.deleted', client })),
    ...created.map(({ clientId: client, configuration }): AuditEvent => ({
      type: 'client.created',
      client,
      data: { changed: listChangedProperties(null, configuration) },
    })),
    ...replaced.map(({ clientId: client, stored, configuration }): AuditEvent => ({
      type: 'client.updated',
      client,
      data: { changed: listChangedProperties(stored, configuration) },
    })),
  ];
}
