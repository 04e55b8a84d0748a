import { Injectable } from '@nestjs/common';
import { UserRepository, UserRoleRepository, type Domain, type Precondition, type User } from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import { requireValid, type CheckedBody } from '../http/checked-body.js';
import { createUserNotFoundProblem } from '../user/user.service.js';
import { compareRoles } from './role-difference.js';
import { RoleReferenceService } from './role-reference.service.js';

interface NamedUser {
  domain: Domain;
  sub: string;
}

/** The roles of users. The auth server reads them with each request. */
@Injectable()
export class UserRoleService {
  constructor(
    private readonly changes: DomainChangeService,
    private readonly users: UserRepository,
    private readonly roles: RoleReferenceService,
    private readonly userRoles: UserRoleRepository,
    private readonly log: AuditLogService,
  ) {}

  /** The names of a user's roles, sorted. @throws Problem user-not-found */
  async list({ domain, sub }: NamedUser): Promise<string[]> {
    requireUser(await this.users.find(domain.id, sub));
    return this.userRoles.list({ domainId: domain.id, sub });
  }

  /** Replaces all roles of a user. @throws Problem user-not-found, precondition-failed, invalid-request if a role does not exist */
  replace({ domain, sub }: NamedUser, body: CheckedBody<string[]>, precondition: Precondition<string[]>): Promise<void> {
    return this.changes.change(domain, async () => {
      const user = requireUser(await this.users.lock(domain.id, sub));
      const before = await this.userRoles.list(user);
      await precondition(before, before.length === 0);
      const roles = requireValid(body, await this.roles.findMissing(domain.id, body.valid ?? []));
      const { added, removed } = compareRoles(before, roles.toSorted());
      if (added.length + removed.length === 0) return;
      await this.userRoles.put(user, roles);
      await this.log.record(domain.id, { type: 'user.roles.updated', user: user.sub, data: { added, removed } });
    });
  }
}

function requireUser(user: User | null): User {
  if (!user) throw createUserNotFoundProblem();
  return user;
}
