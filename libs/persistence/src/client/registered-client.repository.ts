import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { Client, ClientConfiguration, ClientPresentation } from './client.entity.js';
import { ClientRepository } from './client.repository.js';

/** The configuration of a client that registers itself. */
export interface NewRegisteredClient {
  configuration: ClientConfiguration;
  /** Whether it is an agent is for an operator to say. */
  presentation: Omit<ClientPresentation, 'kind' | 'owner' | 'expiresAt'>;
}

/** A client that registered itself, with the SHA-256 of its registration access token. */
export interface StoredRegistration {
  client: Client;
  tokenHash: Buffer;
}

type ClientKey = Pick<Client, 'domainId' | 'clientId'>;

/** The hours after which a client that got no token is removed. */
const UNUSED_HOURS = 24;

/**
 * Whether a client has got a token, or may be about to: it has a code or a sign-in under way. LIMIT makes PostgreSQL look each client up; for
 * EXISTS it would read the payloads of all domains.
 */
const HAS_TOKENS = `coalesce(
  (SELECT true FROM usage_count AS usage WHERE usage.domain_id = registered_client.domain_id AND usage.kind = 'token'
    AND usage.subject = registered_client.client_id AND usage.day >= (registered_client.created_at AT TIME ZONE 'UTC')::date - 1 LIMIT 1),
  (SELECT true FROM oidc_payload AS payload
    WHERE payload.domain_id = registered_client.domain_id AND payload.client_id = registered_client.client_id LIMIT 1),
  false)`;

const COUNT_UNUSED = `
  SELECT count(*)::integer AS unused FROM registered_client WHERE domain_id = $1 AND NOT used AND NOT ${HAS_TOKENS}`;

const CREATE = 'INSERT INTO registered_client (domain_id, client_id, token_hash) VALUES ($1, $2, $3)';
const FIND_TOKEN = 'SELECT token_hash AS "tokenHash" FROM registered_client WHERE domain_id = $1 AND client_id = $2';

/** Rows of which one decides whether they expire: they are old enough. */
const DUE = `NOT used AND registered_client.created_at < clock_timestamp() - interval '${UNUSED_HOURS} hours'`;
const MARK_USED = `UPDATE registered_client SET used = true WHERE ${DUE} AND ${HAS_TOKENS}`;
const LIST_UNUSED = `
  SELECT domain_id AS "domainId", client_id AS "clientId" FROM registered_client WHERE ${DUE} ORDER BY domain_id, client_id LIMIT $1`;
const DELETE_UNUSED = `
  DELETE FROM client USING registered_client WHERE client.domain_id = $1 AND client.client_id = $2
    AND registered_client.domain_id = $1 AND registered_client.client_id = $2 AND ${DUE} AND NOT ${HAS_TOKENS} RETURNING client.client_id`;

/** Clients that registered themselves: RFC 7591 and RFC 7592. */
@Injectable()
export class RegisteredClientRepository {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientRepository,
  ) {}

  /** Lets registrations of a domain wait for each other until the transaction ends. @returns false if the domain is being deleted */
  async lockDomain(domainId: string): Promise<boolean> {
    const text = `SELECT FROM domain WHERE id = $1 AND status <> 'deleting' FOR NO KEY UPDATE`;
    const rows: unknown[] = await this.database.manager.query(text, [domainId]);
    return rows.length === 1;
  }

  /** The number of clients of a domain that registered themselves and got no token yet. */
  async countUnused(domainId: string): Promise<number> {
    const [{ unused }]: [{ unused: number }] = await this.database.manager.query(COUNT_UNUSED, [domainId]);
    return unused;
  }

  /** Creates a client. @param tokenHash of its registration access token @throws QuotaExceededError */
  async create(key: ClientKey, tokenHash: Buffer, { configuration, presentation }: NewRegisteredClient): Promise<void> {
    await this.clients.create(key.domainId, key.clientId, configuration);
    await this.clients.setPresentation(key, presentation);
    await this.database.manager.query(CREATE, [key.domainId, key.clientId, tokenHash]);
  }

  /** Finds a client, and locks it until the end of a transaction. @returns null if there is none, or it did not register itself */
  async lock({ domainId, clientId }: ClientKey): Promise<StoredRegistration | null> {
    return this.addToken(await this.clients.lock(domainId, clientId));
  }

  /** The same without a lock. */
  async find({ domainId, clientId }: ClientKey): Promise<StoredRegistration | null> {
    return this.addToken(await this.clients.find(domainId, clientId));
  }

  private async addToken(client: Client | null): Promise<StoredRegistration | null> {
    if (!client) return null;
    const [found]: { tokenHash: Buffer }[] = await this.database.manager.query(FIND_TOKEN, [client.domainId, client.clientId]);
    return found ? { client, tokenHash: found.tokenHash } : null;
  }

  /** Replaces the configuration of a locked client. Whether it is an agent and whose is for the operator to say. */
  async replace(client: Client, { configuration, presentation }: NewRegisteredClient): Promise<void> {
    const { kind, owner, expiresAt } = client.presentation ?? {};
    await this.clients.replace(client.domainId, client.clientId, configuration);
    // control: an agent that registered itself keeps its owner and its expiry
    await this.clients.setPresentation(client, { ...presentation, ...(kind && { kind, owner, expiresAt }) });
  }

  /** Removes a client with everything issued to it. */
  async delete({ domainId, clientId }: ClientKey): Promise<void> {
    await this.clients.delete(domainId, clientId);
  }

  /** Marks clients that got a token, and lists some of those that got none for so long that they expire. */
  async listExpired(limit: number): Promise<ClientKey[]> {
    await this.database.manager.query(MARK_USED);
    return this.database.manager.query(LIST_UNUSED, [limit]);
  }

  /** Removes a client that has expired. @returns false if it meanwhile got a token, or is gone */
  async deleteExpired({ domainId, clientId }: ClientKey): Promise<boolean> {
    const [rows]: [unknown[], number] = await this.database.manager.query(DELETE_UNUSED, [domainId, clientId]);
    return rows.length === 1;
  }
}
