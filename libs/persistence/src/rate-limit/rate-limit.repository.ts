import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';

@Injectable()
export class RateLimitRepository {
  constructor(private readonly database: Database) {}

  /** Removes a batch of counts whose window has ended. @returns how many */
  async deleteExpired(limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.database.manager.query(
      `DELETE FROM rate_limit WHERE expire < extract(epoch FROM now()) * 1000
         AND key = ANY (ARRAY (SELECT key FROM rate_limit WHERE expire < extract(epoch FROM now()) * 1000 LIMIT $1))`,
      [limit],
    );
    return count;
  }
}
