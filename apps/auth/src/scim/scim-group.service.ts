import { Injectable } from '@nestjs/common';
import { fingerprint } from '@latchkey/crypto';
import { ScimGroupRepository, type ScimGroup } from '@latchkey/persistence';
import {
  DomainTransactionService,
  GroupChangeService,
  isObject,
  type GroupProperties,
  type JsonObject,
  type MemberChange,
} from '@latchkey/user';
import { createListResponse, includes, type ListQuery, type Projection } from './list-query.js';
import { readMemberOperations } from './member-operations.js';
import type { ScimCaller } from './scim-caller.service.js';
import { createFilterError, createMatcher, parseFilter } from './scim-filter.js';
import { GROUP_SCHEMA, MAX_MEMBERS } from './scim-protocol.js';
import { readResource } from './scim-resource.js';
import { GROUP_TYPE } from './scim-schema.js';
import type { ScimTarget } from './scim-user.service.js';
import { createInvalidValueError, createNotFoundError, ScimError } from './scim.error.js';
import { createVersion, requireVersion } from './version.js';

/** The ids of roles: RFC 3986 section 2.3, but no dot segments. */
const ROLE_NAME = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,128}$/;
const MAX_NAME_LENGTH = 200;
const NAME = /^[^\p{Cc}\p{Cs}]+$/u;
export const WITHOUT_MEMBERS: Projection = { attributes: null, excluded: ['members'] };

/** Groups, which are the roles of the domain. */
@Injectable()
export class ScimGroupService {
  constructor(
    private readonly groups: ScimGroupRepository,
    private readonly transactions: DomainTransactionService,
    private readonly changes: GroupChangeService,
  ) {}

  /** A filter compares all groups, of which a domain has few, without their members. @throws ScimError invalidFilter, tooMany */
  async list(caller: ScimCaller, query: ListQuery): Promise<JsonObject> {
    const { filter, offset, limit } = query;
    if (filter !== null && /\bmembers\b/i.test(filter))
      throw createFilterError('Groups cannot be filtered by members. Read the groups of a user.');
    const matches = filter === null ? () => true : createMatcher(parseFilter(GROUP_TYPE, filter));
    const all = await this.groups.list(caller.domain.id);
    const found = all.filter((group) => matches(describe(caller, group, null)));
    const resources: JsonObject[] = [];
    let shown = 0;
    for (const group of found.slice(offset, offset + limit)) {
      const resource = await this.describe(caller, group, query);
      shown += ((resource['members'] as unknown[] | undefined) ?? []).length;
      if (shown > MAX_MEMBERS) throw createMembersError();
      resources.push(resource);
    }
    return createListResponse(resources, { offset, total: found.length });
  }

  /** @throws ScimError tooMany, or if there is no such group */
  async get(caller: ScimCaller, id: string, projection: Projection): Promise<JsonObject> {
    return this.describe(caller, await this.find(caller, id), projection);
  }

  /** Creates a role that permits nothing yet, named after the group. @throws ScimError, Problem role-conflict */
  async create(caller: ScimCaller, body: unknown): Promise<JsonObject> {
    const { displayName, externalId, members } = readGroup(body);
    const role = toRoleName(displayName);
    return this.transactions.changeAlone(caller.domain.id, async () => {
      await this.changes.create(caller.domain, role, { displayName: displayName === role ? null : displayName, externalId });
      await this.changeMembers(caller, role, { added: members, removed: [] });
      return this.get(caller, role, { attributes: null, excluded: [] });
    });
  }

  /** @throws ScimError, Problem role-conflict */
  async replace(caller: ScimCaller, target: ScimTarget, body: unknown): Promise<JsonObject> {
    const { displayName, externalId, members } = readGroup(body);
    return this.change(caller, target, async (group) => {
      const stored = await this.listMembers(caller, group.role);
      const kept = new Set(members);
      const removed = stored.filter((sub) => !kept.has(sub));
      await this.update(caller, group, { displayName, externalId });
      await this.changeMembers(caller, group.role, { added: members, removed });
      return this.get(caller, group.role, { attributes: null, excluded: [] });
    });
  }

  /** @throws ScimError, Problem role-conflict */
  async patch(caller: ScimCaller, target: ScimTarget, body: unknown): Promise<void> {
    const { members, replacesMembers, properties } = readMemberOperations(body);
    if (properties.displayName !== undefined) requireName(properties.displayName);
    await this.change(caller, target, async (group) => {
      const stored = replacesMembers ? await this.listMembers(caller, group.role) : [];
      const dropped = stored.filter((sub) => members.get(sub) !== true);
      const [added, removed] = [true, false].map((adds) => [...members].filter(([, each]) => each === adds).map(([sub]) => sub));
      await this.update(caller, group, properties);
      await this.changeMembers(caller, group.role, { added: added!, removed: [...removed!, ...dropped] });
    });
  }

  /** @throws ScimError */
  async delete(caller: ScimCaller, target: ScimTarget): Promise<void> {
    await this.change(caller, target, (group) => this.changes.delete(caller.domain, group.role));
  }

  private async find(caller: ScimCaller, id: string): Promise<ScimGroup> {
    const group = ROLE_NAME.test(id) ? await this.groups.find(caller.domain.id, id) : null;
    if (!group) throw createNotFoundError('group');
    return group;
  }

  private change<T>(caller: ScimCaller, { id, ifMatch }: ScimTarget, work: (group: ScimGroup) => Promise<T>): Promise<T> {
    return this.transactions.changeAlone(caller.domain.id, async () => {
      const group = await this.find(caller, id);
      if (ifMatch !== null) requireVersion(ifMatch, createGroupVersion(group));
      return work(group);
    });
  }

  private async update(caller: ScimCaller, group: ScimGroup, properties: Partial<GroupProperties>): Promise<void> {
    const changed = Object.entries(properties).filter(([name, value]) => group[name as keyof GroupProperties] !== value);
    await this.changes.update(caller.domain, group.role, Object.fromEntries(changed));
  }

  private async changeMembers(caller: ScimCaller, role: string, change: MemberChange): Promise<void> {
    // control: a SCIM request changes a limited number of members
    if (change.added.length + change.removed.length > MAX_MEMBERS)
      throw new ScimError(413, `A request can change at most ${MAX_MEMBERS} members. Send several.`);
    const missing = await this.changes.changeMembers(caller.domain, role, change);
    if (missing.length > 0)
      throw createInvalidValueError([`members must be users of the domain, which has no ${missing.slice(0, 5).join(', ')}`]);
  }

  private async listMembers({ domain }: ScimCaller, role: string): Promise<string[]> {
    const members = await this.groups.listMembers(domain.id, role, MAX_MEMBERS + 1);
    if (members.length > MAX_MEMBERS) throw createMembersError();
    return members;
  }

  private async describe(caller: ScimCaller, group: ScimGroup, projection: Projection): Promise<JsonObject> {
    const shown = includes(projection, 'members') ? await this.listMembers(caller, group.role) : null;
    return describe(caller, group, shown);
  }
}

function describe({ baseUrl }: ScimCaller, group: ScimGroup, members: string[] | null): JsonObject {
  const { role, displayName, externalId, createdAt, updatedAt } = group;
  const listed = (members ?? []).map((sub) => ({ value: sub, $ref: `${baseUrl}/Users/${sub}` }));
  const meta = { resourceType: 'Group', created: createdAt, lastModified: updatedAt, location: `${baseUrl}/Groups/${role}` };
  return {
    schemas: [GROUP_SCHEMA],
    id: role,
    ...(externalId !== null && { externalId }),
    displayName,
    ...(listed.length > 0 && { members: listed }),
    meta: { ...meta, version: createGroupVersion(group) },
  };
}

/** Without the members, which may be too many to read. */
function createGroupVersion({ role, displayName, externalId }: ScimGroup): string {
  return createVersion({ role, displayName, externalId });
}

function readGroup(body: unknown): { displayName: string; externalId: string | null; members: string[] } {
  const { resource, violations } = readResource(GROUP_TYPE, body);
  if (violations.length > 0) throw createInvalidValueError(violations);
  const { displayName, externalId = null, members = [] } = resource;
  requireName(displayName);
  const ids = (members as unknown[]).map((member) => (isObject(member) ? member['value'] : undefined));
  if (ids.some((id) => typeof id !== 'string')) throw createInvalidValueError(['each of members must have a value']);
  return { displayName, externalId: externalId as string | null, members: [...new Set(ids as string[])] };
}

function requireName(name: unknown): asserts name is string {
  if (typeof name === 'string' && name.length <= MAX_NAME_LENGTH && NAME.test(name) && name.trim() !== '') return;
  throw createInvalidValueError([`displayName must be a string of 1 to ${MAX_NAME_LENGTH} characters without control characters`]);
}

/** A role name made of the name of a group: `Sales Team` is `Sales-Team`. */
function toRoleName(displayName: string): string {
  const name = displayName
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._~-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 128);
  return ROLE_NAME.test(name) ? name : `group-${fingerprint(displayName).toString('hex').slice(0, 16)}`;
}

function createMembersError(): ScimError {
  return new ScimError(400, `The groups have more than ${MAX_MEMBERS} members. Send excludedAttributes=members.`, 'tooMany');
}
