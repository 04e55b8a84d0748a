import { readFileSync } from 'node:fs';
import { LAST_SCHEMA } from '../../scripts/release/last-release.mjs';
import { createEmptyDatabase, type TestDatabase } from './database.js';
import { sql } from './sql.js';

/** A database as left by the migrations of the last release. */
export async function createReleaseDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  await sql(database.url, readFileSync(LAST_SCHEMA, 'utf8'));
  return database;
}
