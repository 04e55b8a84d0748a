import pg from 'pg';
import { onFileEnd } from './file-end.mjs';

const pools = new Map<string, pg.Pool>();

/**
 * Runs one statement. Its connection is kept for the next statement of the test file, because opening one takes longer than most test
 * statements. The connection to TEST_POSTGRES_URL, where files create their databases, is also kept for the next file.
 */
export async function sql<Row extends pg.QueryResultRow>(databaseUrl: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await poolOf(databaseUrl).query<Row>(text, values);
  return rows;
}

function poolOf(connectionString: string): pg.Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const isShared = connectionString === process.env['TEST_POSTGRES_URL'];
  const pool = new pg.Pool({ connectionString, idleTimeoutMillis: 0, allowExitOnIdle: isShared });
  // An idle connection ends with its database.
  pool.on('error', () => undefined);
  pools.set(connectionString, pool);
  if (isShared) return pool;
  onFileEnd(async () => {
    pools.delete(connectionString);
    await pool.end();
  });
  return pool;
}
