import { QueryFailedError, type DataSource } from 'typeorm';
import { migrations } from '../migrations/index.js';

const UNDEFINED_TABLE = '42P01';

/** Whether every migration of this release has been applied. */
export async function hasEveryMigration(source: DataSource): Promise<boolean> {
  const applied = new Set(await listAppliedMigrations(source));
  return migrations.every(({ name }) => applied.has(name));
}

/** Their names; none if the database has never been migrated. */
export async function listAppliedMigrations(source: DataSource): Promise<string[]> {
  try {
    const rows: { name: string }[] = await source.query('SELECT name FROM migration');
    return rows.map(({ name }) => name);
  } catch (error) {
    // The first migration creates the table.
    if (error instanceof QueryFailedError && (error.driverError as { code?: string }).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
