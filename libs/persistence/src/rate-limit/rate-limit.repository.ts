import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { buildOmittedFailuresCte } from '../failure-log.js';

@Injectable()
export class RateLimitRepository {
  constructor(private readonly database: Database) {}

  /**
   * Deletes a batch of counts whose window has ended, and logs a summary of the failures that were counted but not logged. @returns their
   * number
   */
  async deleteExpired(limit: number): Promise<number> {
    const [row]: { count: number }[] = await this.database.manager.query(
      `WITH gone AS (
         DELETE FROM rate_limit WHERE expire < extract(epoch FROM now()) * 1000
           AND key = ANY (ARRAY (SELECT key FROM rate_limit WHERE expire < extract(epoch FROM now()) * 1000 LIMIT $1))
         RETURNING key, points, expire
       ), ${buildOmittedFailuresCte('gone')}
       SELECT count(*)::integer AS count FROM gone`,
      [limit],
    );
    return row!.count;
  }
}
