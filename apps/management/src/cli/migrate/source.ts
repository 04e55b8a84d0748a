import type { JsonObject } from '@latchkey/user';
import type { ForeignUser, Migration } from './migration.js';
import type { ExportPlaces } from './read-records.js';

/** A service that people come from. */
export interface MigrationSource extends ExportPlaces {
  /**
   * Takes one value of an export.
   *
   * @param path see ExportRecord
   * @returns the user, if it is one
   */
  take(migration: Migration, path: string, value: JsonObject): ForeignUser | null;
}
