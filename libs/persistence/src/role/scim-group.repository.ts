import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { selectSub } from '../user-id.js';

/** A role as SCIM shows it. */
export interface ScimGroup {
  role: string;
  displayName: string;
  externalId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const COLUMNS = `role, coalesce(display_name, role) AS "displayName", external_id AS "externalId", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Reads roles for SCIM. */
@Injectable()
export class ScimGroupRepository {
  constructor(private readonly database: Database) {}

  /** All roles of a domain, which has a limited number of them, oldest first. */
  list(domainId: string): Promise<ScimGroup[]> {
    return this.database.manager.query(`SELECT ${COLUMNS} FROM role WHERE domain_id = $1 ORDER BY created_at, role`, [domainId]);
  }

  async find(domainId: string, role: string): Promise<ScimGroup | null> {
    const [group]: ScimGroup[] = await this.database.manager.query(`SELECT ${COLUMNS} FROM role WHERE domain_id = $1 AND role = $2`, [
      domainId,
      role,
    ]);
    return group ?? null;
  }

  /** The `sub` of users with a role, by the index of these, no more than a limit. */
  async listMembers(domainId: string, role: string, limit: number): Promise<string[]> {
    const rows: { sub: string }[] = await this.database.manager.query(
      `SELECT ${selectSub('member')} AS sub
       FROM user_role AS has JOIN end_user AS member ON member.domain_id = has.domain_id AND member.sub = has.sub
       WHERE has.domain_id = $1 AND has.role = $2 LIMIT $3`,
      [domainId, role, limit],
    );
    return rows.map(({ sub }) => sub);
  }
}
