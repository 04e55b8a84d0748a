import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { KnownUser, UserKeys } from '../user/bulk-user.repository.js';
import { userIdOf } from '../user-id.js';
import type { UserImportKey } from './user-import.repository.js';

/** A user as a dry run has left it. @property number of the line that has changed it */
export type TrialUser = KnownUser & { number: number };

/** The last state of each user. */
const FIND_TRIALS = `
  SELECT DISTINCT ON (sub) number, content FROM (
    SELECT number, content, sub FROM user_import_line WHERE domain_id = $1 AND import_id = $2 AND sub = ANY ($3::uuid[])
    UNION ALL SELECT number, content, sub FROM user_import_line WHERE domain_id = $1 AND import_id = $2 AND username_key = ANY ($4::text[])
  ) AS trial ORDER BY sub, number DESC`;
const KEEP_TRIALS = `
  WITH trial AS (SELECT * FROM unnest($3::integer[], $4::bytea[], $5::uuid[], $6::text[]) AS trial (number, content, sub, username_key)
  ), outdated AS (
    DELETE FROM user_import_line AS line USING trial
    WHERE line.domain_id = $1 AND line.import_id = $2 AND line.sub = trial.sub AND line.number <> trial.number
  )
  UPDATE user_import_line AS line SET content = trial.content, sub = trial.sub, username_key = trial.username_key
  FROM trial WHERE line.domain_id = $1 AND line.import_id = $2 AND line.number = trial.number`;
/** The users of dry runs as they would be. They are kept in place of the lines that would change them. */
@Injectable()
export class UserTrialRepository {
  constructor(private readonly database: Database) {}

  /** Adds the users with these keys as the dry run has left them. @param stored the domain's users with these keys */
  async apply({ domainId, id }: UserImportKey, keys: UserKeys, stored: readonly KnownUser[]): Promise<KnownUser[]> {
    const ids = [...keys.subs.map((sub) => userIdOf(domainId, sub)), ...stored.map((user) => user.id)];
    const rows: { content: Buffer }[] = await this.database.manager.query(FIND_TRIALS, [domainId, id, ids, keys.usernameKeys]);
    const tried = rows.map(({ content }) => ({ roles: [], ...(JSON.parse(content.toString()) as Omit<KnownUser, 'roles'>) }));
    const triedIds = new Set(tried.map((user) => user.id));
    return [...stored.filter((user) => !triedIds.has(user.id)), ...tried];
  }

  /** Stores users as a dry run has left them, at the lines that have changed them. @param changed in order; the last state of a user counts */
  async keep({ domainId, id }: UserImportKey, changed: readonly TrialUser[]): Promise<void> {
    const users = [...new Map(changed.map((user) => [user.id, user])).values()];
    const contents = users.map(({ number: _number, ...user }) => Buffer.from(JSON.stringify(user)));
    const keys = [users.map((user) => user.id), users.map((user) => user.usernameKey)];
    await this.database.manager.query(KEEP_TRIALS, [domainId, id, users.map(({ number }) => number), contents, ...keys]);
  }
}
