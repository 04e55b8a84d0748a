import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { changeExpired } from '../expired-rows.js';
import { splitRows } from '../split-rows.js';
import { ClientSecret } from './client-secret.entity.js';

/** A secret as it is listed, without its hash. */
export type ListedClientSecret = Pick<ClientSecret, 'id' | 'createdAt' | 'expiresAt'> & { lastUsedAt: Date | null };

interface ClientKey {
  domainId: string;
  clientId: string;
}

@Injectable()
export class ClientSecretRepository {
  constructor(private readonly database: Database) {}

  /** Adds a secret by its hash. The caller raises the client's revision. @returns its id */
  async create({ domainId, clientId }: ClientKey, hash: Buffer): Promise<string> {
    const [secret]: [{ id: string }] = await this.database.manager.query(
      'INSERT INTO client_secret (domain_id, client_id, hash) VALUES ($1, $2, $3) RETURNING id',
      [domainId, clientId, hash],
    );
    return secret.id;
  }

  /** Adds one secret for each of several clients. */
  async createAll(domainId: string, secrets: readonly { clientId: string; hash: Buffer }[]): Promise<void> {
    for (const part of splitRows(secrets)) {
      await this.database.manager.query(
        'INSERT INTO client_secret (domain_id, client_id, hash) SELECT $1, * FROM unnest($2::text[], $3::bytea[])',
        [domainId, part.map(({ clientId }) => clientId), part.map(({ hash }) => hash)],
      );
    }
  }

  /** Removes all secrets of several clients. The caller raises their revisions. */
  async deleteAllOf(domainId: string, clientIds: readonly string[]): Promise<void> {
    for (const part of splitRows(clientIds))
      await this.database.manager.query('DELETE FROM client_secret WHERE domain_id = $1 AND client_id = ANY ($2)', [domainId, part]);
  }

  /** The valid secrets of a client, oldest first. */
  list({ domainId, clientId }: ClientKey): Promise<ListedClientSecret[]> {
    return this.database.manager.query(
      `SELECT secret.id, secret.created_at AS "createdAt", secret.expires_at AS "expiresAt", use.last_used_at AS "lastUsedAt"
       FROM client_secret AS secret LEFT JOIN client_secret_use AS use
         ON use.domain_id = secret.domain_id AND use.client_id = secret.client_id AND use.secret_id = secret.id
       WHERE secret.domain_id = $1 AND secret.client_id = $2 AND (secret.expires_at IS NULL OR secret.expires_at > now())
       ORDER BY secret.created_at, secret.id`,
      [domainId, clientId],
    );
  }

  /** Expires all other valid secrets after the given seconds. A secret that expires sooner keeps its time. */
  async expireOthers({ domainId, clientId }: ClientKey, keptId: string, seconds: number): Promise<void> {
    await this.database.manager.query(
      `UPDATE client_secret SET expires_at = least(expires_at, now() + make_interval(secs => $4))
       WHERE domain_id = $1 AND client_id = $2 AND id <> $3`,
      [domainId, clientId, keptId, seconds],
    );
  }

  /** The caller raises the client's revision. */
  async deleteAll({ domainId, clientId }: ClientKey): Promise<void> {
    await this.rows.delete({ domainId, clientId });
  }

  /** @returns false if the client has no such valid secret */
  async delete({ domainId, clientId }: ClientKey, id: string): Promise<boolean> {
    const [deleted]: [unknown[], number] = await this.database.manager.query(
      `DELETE FROM client_secret WHERE domain_id = $1 AND client_id = $2 AND id = $3 AND (expires_at IS NULL OR expires_at > now()) RETURNING id`,
      [domainId, clientId, id],
    );
    return deleted.length === 1;
  }

  /** Removes a batch of expired secrets. @returns their number */
  deleteExpired(limit: number): Promise<number> {
    return changeExpired(this.database, { table: 'client_secret', where: 'expires_at < now()' }, limit);
  }

  private get rows() {
    return this.database.manager.getRepository(ClientSecret);
  }
}
