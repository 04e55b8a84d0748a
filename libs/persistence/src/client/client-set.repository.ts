import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { requireQuota } from '../require-quota.js';
import { splitRows } from '../split-rows.js';
import { Client, type ClientConfiguration } from './client.entity.js';
import { userIdOf } from '../user-id.js';

/** Columns of a client that a change writes. */
export type ClientColumns = Pick<Client, 'clientId'> &
  Partial<Omit<Client, 'domainId' | 'clientId' | 'revision' | 'createdAt' | 'updatedAt'>>;

/** The number of clients that one statement reads. */
const MAX_READ = 1_000;
/** Rows of the table from JSON, in which an absent column is null. */
const ROWS = 'json_populate_recordset(NULL::client, $2::json)';

/** Reads and changes many clients of a domain by few statements. The caller has locked the domain. */
@Injectable()
export class ClientSetRepository {
  constructor(private readonly database: Database) {}

  /** All clients of a domain, by their ids. */
  list(domainId: string): Promise<Client[]> {
    return readAll(this.database, domainId, { name: 'client-page', condition: 'true' });
  }

  /** The clients of a domain that operators configure, by their ids: without those that registered themselves. */
  listConfigured(domainId: string): Promise<Client[]> {
    const condition = `NOT EXISTS (SELECT FROM registered_client AS own WHERE own.domain_id = $1 AND own.client_id = client.client_id)`;
    return readAll(this.database, domainId, { name: 'configured-client-page', condition });
  }

  /** Creates clients to which nothing was issued, as ClientRepository does for one. @throws QuotaExceededError */
  async create(domainId: string, clients: readonly (ClientConfiguration & Pick<Client, 'clientId'>)[]): Promise<void> {
    if (clients.length > 0) await requireQuota(this.database, 'clients', { domainId, wanted: clients.length });
    for (const part of splitRows(clients)) {
      const columns = this.listColumns(part[0]!).join();
      const rows = JSON.stringify(part.map((client) => this.toRow(client)));
      await this.query(`INSERT INTO client (domain_id, ${columns}) SELECT $1, ${columns} FROM ${ROWS}`, [domainId, rows]);
      await this.deleteIssued(domainId, toIds(part));
    }
  }

  /** Replaces the whole configurations, and raises the revisions. */
  async replace(domainId: string, clients: readonly (ClientConfiguration & Pick<Client, 'clientId'>)[]): Promise<void> {
    await this.write(domainId, clients, `updated_at = clock_timestamp()`);
  }

  /** Replaces some columns, the same of each client, and raises the revisions. */
  async setColumns(domainId: string, clients: readonly ClientColumns[]): Promise<void> {
    await this.write(domainId, clients);
  }

  /** Gives clients new revisions: see ClientRepository. */
  async raiseRevisions(domainId: string, clientIds: readonly string[]): Promise<void> {
    for (const part of splitRows(clientIds))
      await this.query(`UPDATE client SET revision = nextval('revision') WHERE domain_id = $1 AND client_id = ANY ($2)`, [domainId, part]);
  }

  /** Deactivates clients, removes everything issued to them, and raises their revisions. */
  async deactivate(domainId: string, clientIds: readonly string[]): Promise<void> {
    await this.setActive(domainId, clientIds, 'active = false, deactivated_at = clock_timestamp()');
  }

  /** Activates clients again, and raises their revisions. Removes what requests have stored since their deactivation. */
  async activate(domainId: string, clientIds: readonly string[]): Promise<void> {
    await this.setActive(domainId, clientIds, 'active = true');
  }

  /** Removes clients with their secrets and everything issued to them. */
  async delete(domainId: string, clientIds: readonly string[]): Promise<void> {
    for (const part of splitRows(clientIds)) {
      await this.query('DELETE FROM client WHERE domain_id = $1 AND client_id = ANY ($2)', [domainId, part]);
      await this.deleteIssued(domainId, part);
    }
  }

  /** The ids of clients that registered themselves. */
  async listRegistered(domainId: string, ids: readonly string[]): Promise<string[]> {
    const text = 'SELECT client_id AS id FROM registered_client WHERE domain_id = $1 AND client_id = ANY ($2)';
    const rows = await this.query<{ id: string }>(text, [domainId, ids]);
    return rows.map(({ id }) => id);
  }

  /** The ids that are the `sub` of a user of the domain. */
  async listSubsOfUsers(domainId: string, ids: readonly string[]): Promise<string[]> {
    const subs: string[] = [];
    for (const part of splitRows(ids)) {
      const rows = await this.query<{ n: number }>(
        `SELECT n::integer FROM unnest($2::uuid[]) WITH ORDINALITY AS asked (id, n) JOIN end_user ON domain_id = $1 AND sub = asked.id`,
        [domainId, part.map((id) => userIdOf(domainId, id))],
      );
      subs.push(...rows.map(({ n }) => part[n - 1]!));
    }
    return subs;
  }

  /**
   * Locks owners of agents until the transaction ends. @returns the ids that are the `sub` of a user of the domain
   */
  async lockOwners(domainId: string, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await this.query<{ n: number }>(
      `SELECT n::integer FROM unnest($2::uuid[]) WITH ORDINALITY AS asked (id, n) JOIN end_user ON domain_id = $1 AND sub = asked.id
       ORDER BY sub FOR SHARE OF end_user`,
      [domainId, ids.map((id) => userIdOf(domainId, id))],
    );
    return rows.map(({ n }) => ids[n - 1]!);
  }

  private async write(domainId: string, clients: readonly ClientColumns[], ...changes: string[]): Promise<void> {
    for (const part of splitRows(clients)) {
      const columns = this.listColumns(part[0]!).filter((name) => name !== 'client_id');
      const changed = [`revision = nextval('revision')`, ...changes, ...columns.map((name) => `${name} = new.${name}`)];
      const rows = JSON.stringify(part.map((client) => this.toRow(client)));
      await this.query(
        `UPDATE client SET ${changed.join()} FROM ${ROWS} AS new WHERE client.domain_id = $1 AND client.client_id = new.client_id`,
        [domainId, rows],
      );
    }
  }

  private async setActive(domainId: string, clientIds: readonly string[], change: string): Promise<void> {
    for (const part of splitRows(clientIds)) {
      const text = `UPDATE client SET ${change}, revision = nextval('revision') WHERE domain_id = $1 AND client_id = ANY ($2)`;
      await this.query(text, [domainId, part]);
      await this.deleteIssued(domainId, part);
    }
  }

  private async deleteIssued(domainId: string, clientIds: readonly string[]): Promise<void> {
    await this.query('DELETE FROM oidc_payload WHERE domain_id = $1 AND client_id = ANY ($2)', [domainId, clientIds]);
  }

  private listColumns(client: object): string[] {
    return Object.keys(this.toRow(client));
  }

  /** The properties of a client under the names of their columns. */
  private toRow(client: object): Record<string, unknown> {
    const { columns } = this.database.manager.getRepository(Client).metadata;
    const names = new Map(columns.map(({ propertyName, databaseName }) => [propertyName, databaseName]));
    return Object.fromEntries(Object.entries(client).map(([name, value]) => [names.get(name)!, value]));
  }

  private query<Row extends object = object>(text: string, values: unknown[]): Promise<Row[]> {
    return this.database.manager.query(text, values);
  }
}

function toIds(clients: readonly Pick<Client, 'clientId'>[]): string[] {
  return clients.map(({ clientId }) => clientId);
}

/** Reads clients page by page. @param name of the statement @param condition of the rows, in SQL */
async function readAll(database: Database, domainId: string, { name, condition }: { name: string; condition: string }): Promise<Client[]> {
  const clients: Client[] = [];
  const columns = database.listColumns(Client);
  const text = `SELECT ${columns} FROM client WHERE domain_id = $1 AND client_id > $2 AND ${condition} ORDER BY client_id LIMIT ${MAX_READ}`;
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: Client[] = await database.query<Client>({ name, text }, [domainId, after]);
    clients.push(...page);
    after = page.length === MAX_READ ? page.at(-1)!.clientId : undefined;
  }
  return clients;
}
