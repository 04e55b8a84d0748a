import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Domain } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import type { ValidPart } from '../../http/checked-body.js';
import { findIdentifierViolation } from '../../http/identifier.pipe.js';
import { omitNulls, parseBody } from '../../http/parse-body.js';
import { joinPointer } from '../../http/json-pointer.js';
import type { ViolationCollector } from '../../http/violation-collector.js';
import { findMissing } from '../../resource/resource-reference.service.js';
import { listReferences, readConfiguration, toListedResponse, type RoleConfiguration } from '../../role/role-configuration.js';
import { RoleRequest, type ListedRoleResponse } from '../../role/role.dto.js';
import { MAX_ROLES } from '@latchkey/user';
import { RoleService } from '../../role/role.service.js';
import { compareMembers, NO_SECRETS, sortMembers, type Members, type Section, type SectionChange, type Targets } from '../section.js';

type ListedRole = Partial<Omit<ListedRoleResponse, 'role'>>;
type Roles = Members<ListedRole>;

/** The roles of a domain. */
@Injectable()
export class RoleSection implements Section<Roles> {
  readonly name = 'roles';
  readonly permission = 'role';

  constructor(private readonly roles: RoleService) {}

  async read(domain: Domain): Promise<Roles> {
    const roles = await this.roles.list(domain);
    return sortMembers(roles.map(({ role, ...configuration }) => [role, toListed(configuration)] as const));
  }

  parse(_domain: Domain, value: unknown, collector: ViolationCollector): Promise<Roles> {
    const rule = { pointer: '', max: MAX_ROLES, findNameViolation: findIdentifierViolation };
    return collector.parseMembers(value, rule, async (role) => toListed(readConfiguration(await parseBody(RoleRequest, role))));
  }

  findViolations({ before, after }: SectionChange<Roles>): Promise<Violation[]> {
    return Promise.resolve(this.roles.findRoomViolations(toConfigurations(before), toConfigurations(after)));
  }

  findReferenceViolations(sent: ValidPart<Roles>, { resources }: Targets): Violation[] {
    return Object.entries(sent).flatMap(([name, role]) => {
      // control: a role of a document permits nothing that does not exist
      const missing = findMissing(listReferences(role ?? {}), resources);
      return missing.map(({ pointer, detail }) => ({ pointer: joinPointer('', name) + pointer, detail }));
    });
  }

  async apply({ domain, before, after }: SectionChange<Roles>): Promise<ReadonlyMap<string, string>> {
    const { removed, changed } = compareMembers(before, after, isDeepStrictEqual);
    await this.roles.replaceSome(domain, {
      removed,
      changed: changed.map(({ name, before: stored, after: role }) => ({
        role: name,
        stored: stored && complete(stored),
        configuration: complete(role),
      })),
    });
    return NO_SECRETS;
  }
}

function toListed(configuration: RoleConfiguration): ListedRole {
  const { role: _role, ...listed } = toListedResponse({ role: '', ...configuration });
  return omitNulls(listed);
}

function complete(role: ListedRole): RoleConfiguration {
  return readConfiguration(role);
}

function toConfigurations(roles: Roles): Map<string, RoleConfiguration> {
  return new Map(Object.entries(roles).map(([name, role]) => [name, complete(role)]));
}
