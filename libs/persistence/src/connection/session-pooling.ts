import { SettingsError } from '@latchkey/config';
import pg from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';

/** Other clients of a pooler can hide its session sharing from some of these checks, but hardly from all. */
const MAX_ROUNDS = 5;
const SETTING_NAME = 'latchkey.session';

/**
 * Advisory locks, notifications and settings belong to a session. A pooler that assigns a session per transaction or statement breaks them
 * (PgBouncer's pool_mode transaction or statement): settings are missing in the next transaction, or appear on another connection.
 *
 * @throws SettingsError the database is behind such a pooler
 */
export async function requireSessionPooling({ options }: DataSource): Promise<void> {
  const { url, extra } = options as DataSourceOptions & { url: string; extra: { connectionTimeoutMillis: number } };
  const { connectionTimeoutMillis } = extra;
  const config = { connectionString: url, application_name: 'latchkey', connectionTimeoutMillis, query_timeout: connectionTimeoutMillis };
  const [one, other] = [new pg.Client(config), new pg.Client(config)];
  for (const client of [one, other]) client.on('error', () => undefined);
  try {
    await one.connect();
    await other.connect();
    if (await hasSharedSessions(one, other)) {
      throw new SettingsError([
        'DATABASE_URL: the pooler before the database shares sessions between connections; set its pool_mode to session, or connect to PostgreSQL itself',
      ]);
    }
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

/** One transaction at a time: a pooler may have a single session for both. */
async function hasSharedSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const mark = `${process.pid}.${Date.now()}.${round}`;
    await one.query(`SET ${SETTING_NAME} = '${mark}'`);
    if ((await readSetting(other)) === mark || (await readSetting(one)) !== mark) return true;
  }
  return false;
}

async function readSetting(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(`SELECT current_setting('${SETTING_NAME}', true) AS mark`);
  return rows[0]?.mark ?? null;
}
