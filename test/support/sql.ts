import pg from 'pg';

/** A database is used by one test file. Its last connection may stay a little longer than the file: nothing waits for it. */
const IDLE_MS = 10_000;

const pools = new Map<string, pg.Pool>();

/** Runs one statement. Its connection is kept for the next statement: to open one takes longer than most statements of tests. */
export async function sql<Row extends pg.QueryResultRow>(databaseUrl: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await poolOf(databaseUrl).query<Row>(text, values);
  return rows;
}

function poolOf(connectionString: string): pg.Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const pool = new pg.Pool({ connectionString, idleTimeoutMillis: IDLE_MS, allowExitOnIdle: true });
  // An idle connection ends with its database.
  pool.on('error', () => undefined);
  pools.set(connectionString, pool);
  return pool;
}
