import { sql } from '../sql.js';

/** Readers may not see a change until this long after its start, so no deletion ends earlier. */
const SETTLING = '8 seconds';

/** Skips the time that the deletion of a domain waits for. @param domain its name */
export async function settleChanges(databaseUrl: string, domain: string): Promise<void> {
  await sql(databaseUrl, 'UPDATE domain SET dns_begun_at = dns_begun_at - $2::interval WHERE name = $1', [domain, SETTLING]);
}
