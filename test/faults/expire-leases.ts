import { sql } from '../support/sql.js';

/**
 * Lets the time pass after which killed workers count as dead: the leases of their jobs end, and their locks in the queue on PostgreSQL, which
 * the next worker sees in its first check. Live workers must have no job: another one would start it too.
 */
export async function expireLeases(databaseUrl: string): Promise<void> {
  await sql(databaseUrl, `UPDATE job_state SET next_attempt_at = now() WHERE state = 'running'`);
  await sql(databaseUrl, `UPDATE bullmq.job SET locked_until_ms = 0, stalled_marked = true WHERE state = 'active'`);
  await sql(databaseUrl, `DELETE FROM bullmq.meta WHERE field = 'stalled-check'`);
}
