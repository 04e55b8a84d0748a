import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { splitRows } from '../split-rows.js';
import { ClientResource } from './client-resource.entity.js';

export interface ClientResourceKey {
  domainId: string;
  clientId: string;
  resourceId: string;
}

/** What clients may ask for at resources. The caller has locked the domain and the client, and raises the client's revision. */
@Injectable()
export class ClientResourceRepository {
  constructor(private readonly database: Database) {}

  find({ domainId, clientId, resourceId }: ClientResourceKey): Promise<ClientResource | null> {
    return this.rows.findOneBy({ domainId, clientId, resourceId });
  }

  /** What a client may ask for, by the id of the resource. */
  list({ domainId, clientId }: Pick<ClientResourceKey, 'domainId' | 'clientId'>): Promise<ClientResource[]> {
    return this.rows.find({ where: { domainId, clientId }, order: { resourceId: 'ASC' } });
  }

  async put({ domainId, clientId, resourceId }: ClientResourceKey, scopes: string[]): Promise<void> {
    await this.rows.upsert({ domainId, clientId, resourceId, scopes }, ['domainId', 'clientId', 'resourceId']);
  }

  async delete({ domainId, clientId, resourceId }: ClientResourceKey): Promise<void> {
    await this.rows.delete({ domainId, clientId, resourceId });
  }

  /** What all clients of a domain may ask for. */
  listAll(domainId: string): Promise<ClientResource[]> {
    return this.rows.find({ where: { domainId }, order: { clientId: 'ASC', resourceId: 'ASC' } });
  }

  /** Replaces what several clients may ask for. @param clientIds of these clients, also of those without any */
  async replaceAll(domainId: string, clientIds: readonly string[], grants: readonly Omit<ClientResource, 'domainId'>[]): Promise<void> {
    for (const part of splitRows(clientIds))
      await this.database.manager.query('DELETE FROM client_resource WHERE domain_id = $1 AND client_id = ANY ($2)', [domainId, part]);
    for (const part of splitRows(grants)) {
      await this.database.manager.query(
        `INSERT INTO client_resource (domain_id, client_id, resource_id, scopes)
         SELECT $1, client_id, resource_id, ARRAY (SELECT json_array_elements_text(scopes))
         FROM unnest($2::text[], $3::text[], $4::json[]) AS new (client_id, resource_id, scopes)`,
        [
          domainId,
          part.map(({ clientId }) => clientId),
          part.map(({ resourceId }) => resourceId),
          part.map(({ scopes }) => JSON.stringify(scopes)),
        ],
      );
    }
  }

  private get rows() {
    return this.database.manager.getRepository(ClientResource);
  }
}
