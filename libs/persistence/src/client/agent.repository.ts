import { Injectable } from '@nestjs/common';
import { HAS_ENDED } from '../client-ended.js';
import { Database } from '../connection/database.js';
import { isStorable } from '../storable-text.js';
import { userIdOf } from '../user-id.js';
import { ClientRepository } from './client.repository.js';

/** The number of agents that are listed. */
const MAX_LISTED = 100;
const OF_OWNER = 'domain_id = $1 AND owner_id = $2 AND active';

const LIST = `SELECT client_id AS id FROM client WHERE ${OF_OWNER} AND NOT ${HAS_ENDED} ORDER BY client_id LIMIT ${MAX_LISTED}`;
const LOCK = `SELECT FROM client WHERE ${OF_OWNER} AND client_id = $3 FOR UPDATE`;

/** The agents that belong to users. */
@Injectable()
export class AgentRepository {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientRepository,
  ) {}

  /** The ids of the agents of a user that have not ended. @returns at most 100 */
  async list(domainId: string, owner: string): Promise<string[]> {
    const rows: { id: string }[] = await this.database.manager.query(LIST, [domainId, userIdOf(domainId, owner)]);
    return rows.map(({ id }) => id);
  }

  /** Deactivates an agent and revokes what was issued to it, in a transaction of the caller. @returns false if the user has no such agent */
  async end(domainId: string, owner: string, clientId: string): Promise<boolean> {
    if (!isStorable(clientId)) return false;
    // control: users end only their own agents
    const rows: unknown[] = await this.database.manager.query(LOCK, [domainId, userIdOf(domainId, owner), clientId]);
    if (rows.length === 0) return false;
    await this.clients.deactivate({ domainId, clientId });
    return true;
  }
}
