import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { splitRows } from '../split-rows.js';

export interface ClientRoleKey {
  domainId: string;
  clientId: string;
}

/** The roles of clients. The caller has locked the client and the roles, and raises the client's revision. */
@Injectable()
export class ClientRoleRepository {
  constructor(private readonly database: Database) {}

  /** The names of a client's roles, sorted. */
  async list({ domainId, clientId }: ClientRoleKey): Promise<string[]> {
    const rows: { role: string }[] = await this.database.manager.query(
      'SELECT role FROM client_role WHERE domain_id = $1 AND client_id = $2 ORDER BY role COLLATE "C"',
      [domainId, clientId],
    );
    return rows.map(({ role }) => role);
  }

  /** Replaces all roles of a client. */
  async put({ domainId, clientId }: ClientRoleKey, roles: readonly string[]): Promise<void> {
    const values = [domainId, clientId, roles];
    await this.database.manager.query('DELETE FROM client_role WHERE domain_id = $1 AND client_id = $2 AND role <> ALL ($3)', values);
    await this.database.manager.query(
      'INSERT INTO client_role (domain_id, client_id, role) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING',
      values,
    );
  }

  /** The names of the roles of all clients of a domain, sorted, by the ids of the clients. */
  async listAll(domainId: string): Promise<Map<string, string[]>> {
    const rows: { clientId: string; roles: string[] }[] = await this.database.manager.query(
      `SELECT client_id AS "clientId", array_agg(role ORDER BY role COLLATE "C") AS roles FROM client_role WHERE domain_id = $1 GROUP BY client_id`,
      [domainId],
    );
    return new Map(rows.map(({ clientId, roles }) => [clientId, roles]));
  }

  /** Replaces all roles of several clients. */
  async replaceAll(domainId: string, clients: readonly { clientId: string; roles: readonly string[] }[]): Promise<void> {
    const assigned = clients.flatMap(({ clientId, roles }) => roles.map((role) => ({ clientId, role })));
    for (const part of splitRows(clients)) {
      const ids = part.map(({ clientId }) => clientId);
      await this.database.manager.query('DELETE FROM client_role WHERE domain_id = $1 AND client_id = ANY ($2)', [domainId, ids]);
    }
    for (const part of splitRows(assigned)) {
      await this.database.manager.query(
        'INSERT INTO client_role (domain_id, client_id, role) SELECT $1, * FROM unnest($2::text[], $3::text[])',
        [domainId, part.map(({ clientId }) => clientId), part.map(({ role }) => role)],
      );
    }
  }
}
