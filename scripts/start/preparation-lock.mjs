import pg from 'pg';

/** An arbitrary number that never changes. */
const PREPARATION_LOCK = 7_261_946_017;

/**
 * Lets one `npm start` at a time find what is missing, create it and show it, if several use one database. A transaction holds the lock, so
 * it ends with this process, and a pooler gives it to no one else.
 *
 * @template T
 *
 * @param {string} databaseUrl
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPreparationLock(databaseUrl, work) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'npm start' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [PREPARATION_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}
