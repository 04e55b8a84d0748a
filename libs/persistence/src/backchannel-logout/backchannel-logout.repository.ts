import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../connection/database.js';
import { splitRows } from '../split-rows.js';
import { BackchannelLogout } from './backchannel-logout.entity.js';

@Injectable()
export class BackchannelLogoutRepository {
  constructor(private readonly database: Database) {}

  /** @returns null if there is no such client, or it has no back-channel logout */
  find(domainId: string, clientId: string): Promise<BackchannelLogout | null> {
    return this.rows.findOneBy({ domainId, clientId });
  }

  /** Replaces the whole row. The caller raises the client's revision. */
  async put(logout: BackchannelLogout): Promise<void> {
    await this.rows.upsert(logout, ['domainId', 'clientId']);
  }

  /** Removes the row and the pending notices to the client. @returns false if there is none */
  async delete(domainId: string, clientId: string): Promise<boolean> {
    const { affected } = await this.rows.delete({ domainId, clientId });
    return affected === 1;
  }

  /** Those of all clients of a domain. */
  listAll(domainId: string): Promise<BackchannelLogout[]> {
    return this.rows.findBy({ domainId });
  }

  /** Replaces the whole rows of several clients. The caller raises their revisions. */
  async putAll(logouts: readonly BackchannelLogout[]): Promise<void> {
    for (const part of splitRows(logouts)) await this.rows.upsert(part, ['domainId', 'clientId']);
  }

  /** Removes the rows of several clients and the pending notices to them. */
  async deleteAll(domainId: string, clientIds: readonly string[]): Promise<void> {
    for (const part of splitRows(clientIds)) await this.rows.delete({ domainId, clientId: In(part) });
  }

  private get rows() {
    return this.database.manager.getRepository(BackchannelLogout);
  }
}
