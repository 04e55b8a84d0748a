import { Injectable } from '@nestjs/common';
import { UserRoleRepository, type Domain, type Precondition } from '@latchkey/persistence';
import { UserChangeService } from '@latchkey/user';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import { requireValid, type CheckedBody } from '../http/checked-body.js';
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
    private readonly roles: RoleReferenceService,
    private readonly userRoles: UserRoleRepository,
    private readonly userChanges: UserChangeService,
    private readonly log: AuditLogService,
  ) {}

  /** The names of a user's roles, sorted. @throws Problem user-not-found */
  async list({ domain, sub }: NamedUser): Promise<string[]> {
    return this.userRoles.list(await this.userChanges.get(domain, sub));
  }

  /** Those of the names that are roles of the domain. Keeps these until the transaction ends. */
  lockExisting({ id }: Pick<Domain, 'id'>, names: readonly string[]): Promise<Set<string>> {
    return this.roles.lockExisting(id, names);
  }

  /** Replaces all roles of a user. @throws Problem user-not-found, precondition-failed, invalid-request if a role does not exist */
  replace({ domain, sub }: NamedUser, body: CheckedBody<string[]>, precondition: Precondition<string[]>): Promise<void> {
    return this.changes.change(domain, async () => {
      const user = await this.userChanges.lock(domain, sub);
      const before = await this.userRoles.list(user);
      await precondition(before, before.length === 0);
      const roles = requireValid(body, await this.roles.findMissing(domain.id, body.valid ?? []));
      await this.userChanges.replaceRoles(this.log.of(domain), user, { before, roles });
    });
  }
}
