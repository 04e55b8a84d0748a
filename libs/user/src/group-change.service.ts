import { Injectable } from '@nestjs/common';
import { DomainRepository, RoleRepository, UserRepository, UserRoleRepository, type Role } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import type { ChangedDomain } from './changed-domain.js';
import { UserChangeService } from './user-change.service.js';

/** The number of roles of a domain. */
export const MAX_ROLES = 1_000;
/** The number of roles that a user or a client has at most. */
export const MAX_ROLES_OF_ONE = 200;

/** The properties that a role has as a group of a SCIM client. */
export type GroupProperties = Pick<Role, 'displayName' | 'externalId'>;

/** Users, by `sub`, who get or lose a role. */
export interface MemberChange {
  added: readonly string[];
  removed: readonly string[];
}

/** How roles change as groups of users. Each method runs in its caller's transaction, which has locked the domain. */
@Injectable()
export class GroupChangeService {
  constructor(
    private readonly domains: DomainRepository,
    private readonly roles: RoleRepository,
    private readonly users: UserRepository,
    private readonly userRoles: UserRoleRepository,
    private readonly userChanges: UserChangeService,
  ) {}

  /** Creates a role that permits nothing yet. @throws Problem role-conflict if the name is taken or there is no room */
  async create(domain: ChangedDomain, role: string, group: GroupProperties): Promise<void> {
    const key = { domainId: domain.id, role };
    const { count } = await this.roles.measureOthers(key);
    if (count >= MAX_ROLES) throw new Problem('role-conflict', `The domain has the maximum of ${MAX_ROLES} roles. Delete one first.`);
    if (!(await this.roles.create(key, group)))
      throw new Problem('role-conflict', `The domain has a role ${role} already. Choose another displayName.`);
    await this.domains.raiseRevision(domain.id);
    await domain.record({ type: 'role.created', data: { role, changed: listSet(group) } });
  }

  /** Changes what is given. */
  async update(domain: ChangedDomain, role: string, group: Partial<GroupProperties>): Promise<void> {
    const changed = Object.keys(group).toSorted();
    if (changed.length === 0) return;
    await this.roles.setGroup({ domainId: domain.id, role }, group);
    await domain.record({ type: 'role.updated', data: { role, changed } });
  }

  /** Removes a role, also from all users and clients. */
  async delete(domain: ChangedDomain, role: string): Promise<void> {
    await this.roles.delete({ domainId: domain.id, role });
    await this.domains.raiseRevision(domain.id);
    await domain.record({ type: 'role.deleted', data: { role } });
  }

  /**
   * Gives a role to users, and takes it from others, who need not exist.
   *
   * @returns the added users who do not exist
   * @throws Problem role-conflict if a user has too many roles
   */
  async changeMembers(domain: ChangedDomain, role: string, { added, removed }: MemberChange): Promise<string[]> {
    const missing: string[] = [];
    const isAdded = new Map([...removed.map((sub) => [sub, false] as const), ...added.map((sub) => [sub, true] as const)]);
    // In one order, so that two changes of the same users do not wait for each other.
    for (const [sub, adds] of [...isAdded].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const user = await this.users.lock(domain.id, sub);
      if (!user && adds) missing.push(sub);
      if (!user) continue;
      const before = await this.userRoles.list(user);
      const roles = [...before.filter((each) => each !== role), ...(adds ? [role] : [])];
      if (roles.length > MAX_ROLES_OF_ONE)
        throw new Problem('role-conflict', `The user ${user.sub} has the maximum of ${MAX_ROLES_OF_ONE} roles. Nothing was changed.`);
      await this.userChanges.replaceRoles(domain, user, { before, roles });
    }
    return missing;
  }
}

function listSet(group: GroupProperties): string[] {
  return Object.entries(group)
    .filter(([, value]) => value !== null)
    .map(([name]) => name)
    .toSorted();
}
