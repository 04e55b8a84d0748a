import type { Redis } from '../support/redis.js';
import { sql } from '../support/sql.js';

/**
 * Skips the time after which killed workers count as dead. The leases of their jobs expire, and so do their locks in the queue, as the next
 * worker sees in its first check. Live workers must have no job, because another worker would start it too.
 *
 * @param redis that stores the queue; null if PostgreSQL stores it
 */
export async function expireLeases(databaseUrl: string, redis: Redis | null = null): Promise<void> {
  await sql(databaseUrl, `UPDATE job_state SET next_attempt_at = now() WHERE state = 'running'`);
  if (redis) return redis.endJobLocks();
  await sql(databaseUrl, `UPDATE bullmq.job SET locked_until_ms = 0, stalled_marked = true WHERE state = 'active'`);
  await sql(databaseUrl, `DELETE FROM bullmq.meta WHERE field = 'stalled-check'`);
}
