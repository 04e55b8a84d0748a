import type { JsonObject } from '@latchkey/user';
import type { Migration } from './migration.js';
import type { UnreadRule } from './unread-members.js';
import type { ForeignUser } from './user-line.js';

/**
 * Takes one record of an export.
 *
 * @param path the names that lead to it
 * @returns the record's name in the report, such as `client portal`; null if its unread members are not worth reporting
 */
type TakeRecord = (migration: Migration, record: JsonObject, path: readonly string[]) => string | null;

/** A service that people come from. */
export interface MigrationSource {
  /** What takes the records of each kind except the users. A kind is the names that lead to its records, such as `roles.realm`; `*` is any name. */
  kinds: Readonly<Record<string, TakeRecord>>;
  /** The kinds that are one object; the others are arrays of objects. */
  objects?: readonly string[];
  /** The kind of the users. */
  users: string;
  /** @returns null for a record that is no person */
  toUser(migration: Migration, record: JsonObject): ForeignUser | null;
  /** @returns the kind of a record of a file that is a list, or null */
  guess?(record: JsonObject): string | null;
  unread: readonly UnreadRule[];
}
