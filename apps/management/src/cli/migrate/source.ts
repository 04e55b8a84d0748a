import type { JsonObject } from '@latchkey/user';
import type { ForeignUser, Migration } from './migration.js';

/** A service that people come from. */
export interface MigrationSource {
  /** The arrays of its export that are read. */
  paths: readonly string[];
  /**
   * Takes one value of an export.
   *
   * @param path see ExportRecord
   * @returns the user, if it is one
   */
  take(migration: Migration, path: string, value: JsonObject): ForeignUser | null;
}
