import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { InitialAccessToken } from './initial-access-token.entity.js';

export type ListedInitialAccessToken = Omit<InitialAccessToken, 'hash'>;
export type NewInitialAccessToken = Pick<InitialAccessToken, 'domainId' | 'name' | 'hash' | 'expiresAt' | 'maxUses'>;

/** With the domain and the hash of a token as parameters. */
const IS_VALID = `domain_id = $1 AND hash = $2 AND (expires_at IS NULL OR expires_at > clock_timestamp()) AND (max_uses IS NULL OR uses < max_uses)`;
const FIND_VALID = `SELECT FROM initial_access_token WHERE ${IS_VALID}`;
const USE = `UPDATE initial_access_token SET uses = uses + 1 WHERE ${IS_VALID} RETURNING id, name`;
const DELETE = 'DELETE FROM initial_access_token WHERE domain_id = $1 AND id = $2 RETURNING name';

/** The tokens with which clients may register themselves. Management creates and deletes them, and the auth server counts their uses. */
@Injectable()
export class InitialAccessTokenRepository {
  constructor(private readonly database: Database) {}

  /** Oldest first, also those that expired or are used up. */
  list(domainId: string): Promise<ListedInitialAccessToken[]> {
    return this.rows.find({ where: { domainId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  count(domainId: string): Promise<number> {
    return this.rows.countBy({ domainId });
  }

  async create(token: NewInitialAccessToken): Promise<ListedInitialAccessToken> {
    const created = this.rows.create(token);
    await this.rows.insert(created);
    return created;
  }

  /** @returns the name of the deleted token, or null if there is none */
  async delete({ domainId, id }: Pick<InitialAccessToken, 'domainId' | 'id'>): Promise<string | null> {
    const [[deleted]]: [{ name: string }[], number] = await this.database.manager.query(DELETE, [domainId, id]);
    return deleted?.name ?? null;
  }

  /** Whether a client can register with a token now. */
  async isValid(domainId: string, hash: Buffer): Promise<boolean> {
    const rows: unknown[] = await this.database.manager.query(FIND_VALID, [domainId, hash]);
    return rows.length > 0;
  }

  /** Counts a use. @returns null if the token is unknown, expired or used up */
  async use(domainId: string, hash: Buffer): Promise<Pick<InitialAccessToken, 'id' | 'name'> | null> {
    const [[used]]: [Pick<InitialAccessToken, 'id' | 'name'>[], number] = await this.database.manager.query(USE, [domainId, hash]);
    return used ?? null;
  }

  private get rows() {
    return this.database.manager.getRepository(InitialAccessToken);
  }
}
