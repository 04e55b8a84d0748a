import { SettingsError } from '@latchkey/config';
import type { DataSource, QueryRunner } from 'typeorm';

/** Other clients of a pooler can hide session sharing from some of these checks, but hardly from all. */
const MAX_ROUNDS = 5;
const SETTING_NAME = 'latchkey.session';

/**
 * Initializes a source, and requires that each of its connections has its own session. Advisory locks, notifications and settings belong to
 * a session. A pooler that assigns one per transaction or statement breaks them (PgBouncer's pool_mode transaction or statement): settings
 * are missing in the next transaction, or appear on another connection.
 *
 * @param source with a pool of two connections or more
 *
 * @throws SettingsError if the database is behind such a pooler; the source is then not initialized
 */
export async function initializeWithSessions(source: DataSource): Promise<DataSource> {
  await source.initialize();
  try {
    await requireSessionPooling(source);
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

async function requireSessionPooling(source: DataSource): Promise<void> {
  await using one = source.createQueryRunner();
  await using other = source.createQueryRunner();
  if (await hasSharedSessions(one, other)) {
    throw new SettingsError([
      'DATABASE_URL: the pooler in front of the database shares sessions between connections; set its pool_mode to session, or connect to PostgreSQL directly',
    ]);
  }
}

/** One transaction at a time, because a pooler may have a single session for both. */
async function hasSharedSessions(one: QueryRunner, other: QueryRunner): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const mark = `${process.pid}.${Date.now()}.${round}`;
    await one.query(`SET ${SETTING_NAME} = '${mark}'`);
    if ((await readSetting(other)) === mark || (await readSetting(one)) !== mark) return true;
  }
  return false;
}

async function readSetting(connection: QueryRunner): Promise<string | null> {
  const [row]: { mark: string | null }[] = await connection.query(`SELECT current_setting('${SETTING_NAME}', true) AS mark`);
  return row?.mark ?? null;
}
