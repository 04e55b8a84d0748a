import { isObject } from '@latchkey/user';
import { listOf, type Migration } from './migration.js';
import { readRecords } from './read-records.js';

/**
 * Where exports list the roles of users apart from the users: `memberships` with `sub` and `role`, which is made of the answers of services that show
 * the members of each role, and the `userGrants` of ZITADEL.
 */
const PATHS = ['memberships', 'orgs.*.userGrants'];

/** Reads the roles of users before the users. Memory grows with the users who have roles. */
export async function readMemberships(migration: Migration, files: readonly string[]): Promise<void> {
  for (const file of files) {
    for await (const { value } of readRecords(file, { arrays: PATHS })) {
      if (!isObject(value)) continue;
      const { sub, role, userId, roleKeys } = value;
      if (typeof sub === 'string' && typeof role === 'string') migration.addRolesOf(sub, [role]);
      if (typeof userId === 'string') migration.addRolesOf(userId, listOf(roleKeys).map(String));
    }
  }
}
