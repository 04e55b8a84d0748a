import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database, type PreparedStatement } from '../connection/database.js';
import { listKeys, type KeyList, type KeyListQuery, type KeySource } from '../key-list.js';
import { requireQuota } from '../require-quota.js';
import {
  Client,
  type ClientConfiguration,
  type ClientPresentation,
  type FurtherGrants,
  type SigningAlgorithms,
  toPresentationColumns,
  type TokenQuota,
} from './client.entity.js';
import { userIdOf } from '../user-id.js';

type ClientKey = Pick<Client, 'domainId' | 'clientId'>;

const CLIENT_IDS: KeySource = { table: 'client', key: 'client_id', where: 'domain_id = $1', alsoMatches: 'strpos(name_key, $2) > 0' };

@Injectable()
export class ClientRepository {
  constructor(private readonly database: Database) {}

  find(domainId: string, clientId: string): Promise<Client | null> {
    return this.findBy({ name: 'client', text: this.findText }, [domainId, clientId]);
  }

  /** Finds a client and locks it until the transaction ends. */
  lock(domainId: string, clientId: string): Promise<Client | null> {
    // control: a change of a client waits for the one before
    return this.findBy({ name: 'locked-client', text: `${this.findText} FOR UPDATE` }, [domainId, clientId]);
  }

  /** Gives the client a new revision, which invalidates everything cached from it or its secrets. */
  async raiseRevision(domainId: string, clientId: string): Promise<void> {
    await this.rows.update({ domainId, clientId }, { revision: () => `nextval('revision')` });
  }

  /**
   * Whether a `client_id` is the `sub` of a user of the domain. Call it while the domain is locked. Users created later have other ids,
   * because these are random, or checked under the same lock.
   */
  async isSubOfUser(domainId: string, clientId: string): Promise<boolean> {
    const rows: unknown[] = await this.database.manager.query('SELECT FROM end_user WHERE domain_id = $1 AND sub = $2', [
      domainId,
      userIdOf(domainId, clientId),
    ]);
    return rows.length === 1;
  }

  /** The clients of a domain, oldest first, for the operator of the service. */
  list(domainId: string): Promise<Client[]> {
    return this.rows.find({ where: { domainId }, order: { createdAt: 'ASC', clientId: 'ASC' } });
  }

  /** The ids of the clients of a domain, oldest first. */
  listIds(domainId: string, query: KeyListQuery): Promise<KeyList> {
    return listKeys(this.database, query, { owner: domainId, ...CLIENT_IDS });
  }

  /** @returns the existing clients, in the order of the ids */
  async findAll(domainId: string, clientIds: readonly string[]): Promise<Client[]> {
    const clients = await this.rows.findBy({ domainId, clientId: In(clientIds) });
    const byId = new Map(clients.map((client) => [client.clientId, client]));
    return clientIds.flatMap((id) => byId.get(id) ?? []);
  }

  /**
   * Creates a client to which nothing was issued. Removes what requests have stored for a deleted client of the same id since its deletion.
   *
   * @throws QuotaExceededError
   */
  async create(domainId: string, clientId: string, configuration: ClientConfiguration): Promise<void> {
    await requireQuota(this.database, 'clients', { domainId });
    await this.rows.insert({ domainId, clientId, ...configuration });
    await this.deleteIssued(domainId, clientId);
  }

  /** Replaces the whole configuration and raises the client's revision. */
  async replace(domainId: string, clientId: string, configuration: ClientConfiguration): Promise<void> {
    const changed = { revision: () => `nextval('revision')`, updatedAt: () => 'clock_timestamp()' };
    await this.rows.update({ domainId, clientId }, { ...configuration, ...changed });
  }

  /** Replaces the algorithms that sign its tokens, and raises its revision. */
  async replaceSigning(domainId: string, clientId: string, signing: SigningAlgorithms): Promise<void> {
    await this.rows.update({ domainId, clientId }, { ...signing, revision: () => `nextval('revision')` });
  }

  /**
   * Sets the seconds in which a rotated refresh token may be used again, and raises the client's revision. @param seconds null for the
   * default
   */
  async setRefreshTokenLeeway({ domainId, clientId }: ClientKey, seconds: number | null): Promise<void> {
    await this.rows.update({ domainId, clientId }, { refreshTokenLeeway: seconds, revision: () => `nextval('revision')` });
  }

  /** Sets the claims of the tokens that the client gets for itself, and raises its revision. @param claims null for none */
  async setAccessTokenClaims({ domainId, clientId }: ClientKey, claims: Record<string, unknown> | null): Promise<void> {
    await this.rows.update({ domainId, clientId }, { accessTokenClaims: claims as never, revision: () => `nextval('revision')` });
  }

  /** Sets the grants beside the client's `grantType`, and raises its revision. @param grants null for the defaults */
  async setFurtherGrants({ domainId, clientId }: ClientKey, grants: FurtherGrants | null): Promise<void> {
    await this.rows.update({ domainId, clientId }, { furtherGrants: grants, revision: () => `nextval('revision')` } as never);
  }

  /** Sets how many access tokens the client may get, and raises its revision. @param quota null for no limit */
  async setTokenQuota({ domainId, clientId }: ClientKey, quota: TokenQuota | null): Promise<void> {
    await this.rows.update({ domainId, clientId }, { tokenQuota: quota, revision: () => `nextval('revision')` });
  }

  /** Sets how people are told of the client, and raises its revision. @param presentation null for its id alone */
  async setPresentation({ domainId, clientId }: ClientKey, presentation: ClientPresentation | null): Promise<void> {
    const columns = toPresentationColumns(domainId, presentation);
    await this.rows.update({ domainId, clientId }, { ...columns, revision: () => `nextval('revision')` } as never);
  }

  /** Deactivates the client, removes everything issued to it, and raises its revision. */
  async deactivate({ domainId, clientId }: ClientKey): Promise<void> {
    const changed = { deactivatedAt: () => 'clock_timestamp()', revision: () => `nextval('revision')` };
    await this.rows.update({ domainId, clientId }, { active: false, ...changed });
    await this.deleteIssued(domainId, clientId);
  }

  /** Activates the client again, and raises its revision. Removes what requests have stored since its deactivation. */
  async activate({ domainId, clientId }: ClientKey): Promise<void> {
    await this.rows.update({ domainId, clientId }, { active: true, revision: () => `nextval('revision')` });
    await this.deleteIssued(domainId, clientId);
  }

  /**
   * Removes the client with its secrets and everything issued to it.
   *
   * @returns false if there is no such client
   */
  async delete(domainId: string, clientId: string): Promise<boolean> {
    const { affected } = await this.rows.delete({ domainId, clientId });
    if (affected !== 1) return false;
    await this.deleteIssued(domainId, clientId);
    return true;
  }

  private async deleteIssued(domainId: string, clientId: string): Promise<void> {
    await this.database.manager.query('DELETE FROM oidc_payload WHERE domain_id = $1 AND client_id = $2', [domainId, clientId]);
  }

  private async findBy(statement: PreparedStatement, key: string[]): Promise<Client | null> {
    const [client] = await this.database.query<Client>(statement, key);
    return client ?? null;
  }

  private get findText(): string {
    return `SELECT ${this.database.listColumns(Client)} FROM client WHERE domain_id = $1 AND client_id = $2`;
  }

  private get rows() {
    return this.database.manager.getRepository(Client);
  }
}
