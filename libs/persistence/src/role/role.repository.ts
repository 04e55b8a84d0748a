import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { listKeys, type KeyList, type KeySource } from '../key-list.js';
import { RolePermission } from './role-permission.entity.js';
import { Role } from './role.entity.js';

export interface RoleKey {
  domainId: string;
  role: string;
}

/** What a role permits at a resource. */
export type Permission = Pick<RolePermission, 'resourceId' | 'scopes'>;

/** A role with what it permits, by the id of the resource. */
export interface RoleWithPermissions {
  role: string;
  description: string | null;
  permissions: Permission[];
}

const NAMES: KeySource = { table: 'role', key: 'role', where: 'domain_id = $1' };
const LIST = `
  SELECT role, description, (
    SELECT coalesce(json_agg(json_build_object('resourceId', resource_id, 'scopes', scopes) ORDER BY resource_id), '[]')
    FROM role_permission AS permission WHERE permission.domain_id = role.domain_id AND permission.role = role.role) AS permissions
  FROM role WHERE domain_id = $1`;
const FIND_ALL = `${LIST} AND role = ANY ($2)`;
const MEASURE_OTHERS = `
  SELECT (SELECT count(*)::integer FROM role WHERE domain_id = $1 AND role <> $2) AS count,
    (SELECT coalesce(sum(octet_length(array_to_string(scopes, ' '))), 0)::integer
      FROM role_permission WHERE domain_id = $1 AND role <> $2) AS bytes`;
const RAISE_CLIENT_REVISIONS = `
  UPDATE client SET revision = nextval('revision')
  WHERE domain_id = $1 AND client_id IN (SELECT client_id FROM client_role WHERE domain_id = $1 AND role = $2)`;

/** The roles of domains. The caller has locked the domain, and raises its revision. */
@Injectable()
export class RoleRepository {
  constructor(private readonly database: Database) {}

  async find({ domainId, role }: RoleKey): Promise<RoleWithPermissions | null> {
    const [found] = await this.findAll(domainId, [role]);
    return found ?? null;
  }

  /** The names of the roles of a domain, oldest first. */
  listNames(domainId: string): Promise<KeyList> {
    return listKeys(this.database, { search: null, limit: null, offset: 0 }, { owner: domainId, ...NAMES });
  }

  /** All roles of a domain. */
  list(domainId: string): Promise<RoleWithPermissions[]> {
    return this.database.manager.query(LIST, [domainId]);
  }

  /** @returns the existing roles, in the order of the names */
  async findAll(domainId: string, names: readonly string[]): Promise<RoleWithPermissions[]> {
    const roles: RoleWithPermissions[] = await this.database.manager.query(FIND_ALL, [domainId, names]);
    const byName = new Map(roles.map((each) => [each.role, each]));
    return names.flatMap((name) => byName.get(name) ?? []);
  }

  /** Locks roles until the transaction ends against their deletion. @returns those that exist */
  async lockExisting(domainId: string, names: readonly string[]): Promise<Set<string>> {
    const rows: { role: string }[] = await this.database.manager.query(
      'SELECT role FROM role WHERE domain_id = $1 AND role = ANY ($2) ORDER BY role FOR KEY SHARE',
      [domainId, names],
    );
    return new Set(rows.map(({ role }) => role));
  }

  /** The number of the domain's other roles, and the bytes of the scopes that they permit. */
  async measureOthers({ domainId, role }: RoleKey): Promise<{ count: number; bytes: number }> {
    const [row]: { count: number; bytes: number }[] = await this.database.manager.query(MEASURE_OTHERS, [domainId, role]);
    return row!;
  }

  /** Creates or replaces a role with all its permissions. */
  async put({ domainId, role }: RoleKey, { description, permissions }: Omit<RoleWithPermissions, 'role'>): Promise<void> {
    const { manager } = this.database;
    await manager.getRepository(Role).upsert({ domainId, role, description, updatedAt: () => 'clock_timestamp()' }, ['domainId', 'role']);
    await manager.getRepository(RolePermission).delete({ domainId, role });
    await manager.getRepository(RolePermission).insert(permissions.map((permission) => ({ domainId, role, ...permission })));
  }

  /** Changes the properties that a role has as a SCIM group. */
  async setGroup({ domainId, role }: RoleKey, group: Partial<Pick<Role, 'displayName' | 'externalId'>>): Promise<void> {
    await this.database.manager.getRepository(Role).update({ domainId, role }, { ...group, updatedAt: () => 'clock_timestamp()' });
  }

  /** Creates a role that permits nothing. @returns false if the name is taken */
  async create({ domainId, role }: RoleKey, { displayName, externalId }: Pick<Role, 'displayName' | 'externalId'>): Promise<boolean> {
    const rows: unknown[] = await this.database.manager.query(
      'INSERT INTO role (domain_id, role, display_name, external_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING role',
      [domainId, role, displayName, externalId],
    );
    return rows.length === 1;
  }

  /** Removes a role from all users and clients, and raises the revisions of these clients. */
  async delete({ domainId, role }: RoleKey): Promise<void> {
    // Comes first, because the deletion of a client locks its row before those of its roles.
    await this.database.manager.query(RAISE_CLIENT_REVISIONS, [domainId, role]);
    await this.database.manager.getRepository(Role).delete({ domainId, role });
  }
}
