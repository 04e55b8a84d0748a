import { Injectable } from '@nestjs/common';
import { normalizeUsername } from '@latchkey/oauth';
import { BulkUserRepository, UserTrialRepository, type Domain, type UserImport } from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { UserRoleService } from '../role/user-role.service.js';
import { UserService } from '../user/user.service.js';
import type { ParsedLine } from './parse-line.js';
import { UserImportPlan } from './user-import-plan.js';

/** Makes plans of what lines do, and carries them out, within the transaction of a batch. */
@Injectable()
export class UserImportPlanService {
  constructor(
    private readonly bulk: BulkUserRepository,
    private readonly trials: UserTrialRepository,
    private readonly users: UserService,
    private readonly roles: UserRoleService,
    private readonly log: AuditLogService,
  ) {}

  /** Compares lines with the users that they can mean. Call it while the import is locked. */
  async create(userImport: UserImport, lines: readonly ParsedLine[]): Promise<UserImportPlan> {
    const { domainId, dryRun, created } = userImport;
    const subs = lines.flatMap(({ user }) => user?.sub ?? []);
    const keys = { subs, usernameKeys: lines.flatMap(({ user }) => (user ? normalizeUsername(user.preferredUsername) : [])) };
    const stored = await this.bulk.find(domainId, keys);
    const users = dryRun ? await this.trials.apply(userImport, keys, stored) : stored;
    const clientIds = await this.bulk.findClientIds(domainId, subs);
    const room = (await this.bulk.findRoom(domainId)) - (dryRun ? created : 0);
    const roleNames = new Set(lines.flatMap(({ user }) => user?.roles ?? []));
    const roles = roleNames.size === 0 ? roleNames : await this.roles.lockExisting({ id: domainId }, [...roleNames]);
    const named = lines.flatMap(({ user }) => user?.identity ?? []);
    const identities = named.length === 0 ? [] : await this.bulk.findIdentities(domainId, named);
    const plan = new UserImportPlan({ domainId, users, clientIds, roles, room, identities });
    plan.add(lines);
    return plan;
  }

  /** Keeps the users as they would be, for the lines that follow. */
  tryOut(userImport: UserImport, { creations, updates }: UserImportPlan): Promise<void> {
    return this.trials.keep(userImport, [...creations, ...updates]);
  }

  /** Stores the users. Updates come first, because they can free the username of a new user. */
  async carryOut(domain: Domain, { creations, updates }: UserImportPlan): Promise<void> {
    for (const { sub, patch, roles, areRolesGiven } of updates) {
      await this.users.update({ domain, sub }, patch, () => undefined);
      if (areRolesGiven) await this.replaceRoles(domain, sub, roles);
    }
    if (creations.length === 0) return;
    await this.bulk.createAll(domain.id, creations);
    await this.log.recordCreatedUsers(domain.id, creations);
    for (const { sub, roles } of creations) if (roles.length > 0) await this.replaceRoles(domain, sub, roles);
  }

  private replaceRoles(domain: Domain, sub: string, roles: string[]): Promise<void> {
    return this.roles.replace({ domain, sub }, { valid: roles, violations: [] }, () => undefined);
  }
}
