import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
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

  private get rows() {
    return this.database.manager.getRepository(ClientResource);
  }
}
