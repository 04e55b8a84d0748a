import { sql } from '../sql.js';

/** Until this long after the start of a change, readers may not see it yet: no deletion ends before. */
const SETTLING = '8 seconds';

/** Lets the time pass that the deletion of a domain waits for. @param domain its name */
export async function settleChanges(databaseUrl: string, domain: string): Promise<void> {
  await sql(databaseUrl, 'UPDATE domain SET dns_begun_at = dns_begun_at - $2::interval WHERE name = $1', [domain, SETTLING]);
}
