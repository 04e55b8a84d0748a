import pg from 'pg';

/** Any number will do, as long as it stays the same. */
const PREPARATION_LOCK = 7_261_946_017;

/**
 * Lets one `npm start` at a time look for what is missing, make it and show it, where several use one database. A transaction holds the
 * lock, so it ends with this process, and a pooler hands it to no one else.
 *
 * @template T
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
