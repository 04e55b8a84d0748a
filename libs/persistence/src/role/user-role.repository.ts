import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { userIdOf } from '../user-id.js';

export interface UserRoleKey {
  domainId: string;
  sub: string;
}

/** The roles of users. The caller has locked the user and the roles. */
@Injectable()
export class UserRoleRepository {
  constructor(private readonly database: Database) {}

  /** The names of a user's roles, sorted. */
  async list({ domainId, sub }: UserRoleKey): Promise<string[]> {
    const rows: { role: string }[] = await this.database.manager.query(
      'SELECT role FROM user_role WHERE domain_id = $1 AND sub = $2 ORDER BY role COLLATE "C"',
      [domainId, userIdOf(domainId, sub)],
    );
    return rows.map(({ role }) => role);
  }

  /** Replaces all roles of a user. */
  async put({ domainId, sub }: UserRoleKey, roles: readonly string[]): Promise<void> {
    const values = [domainId, userIdOf(domainId, sub), roles];
    await this.database.manager.query('DELETE FROM user_role WHERE domain_id = $1 AND sub = $2 AND role <> ALL ($3)', values);
    await this.database.manager.query(
      'INSERT INTO user_role (domain_id, sub, role) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING',
      values,
    );
  }
}
