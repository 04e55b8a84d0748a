import { Injectable } from '@nestjs/common';
import { ScimUserRepository, type ScimUser, type User } from '@latchkey/persistence';
import { DomainTransactionService, findPatchViolations, UserChangeService, type JsonObject } from '@latchkey/user';
import { createListResponse, type ListQuery } from './list-query.js';
import { applyOperations, readOperations } from './patch-operations.js';
import type { ScimCaller } from './scim-caller.service.js';
import { createMatcher, listLookups, parseFilter } from './scim-filter.js';
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './scim-protocol.js';
import { readResource } from './scim-resource.js';
import { USER_TYPE } from './scim-schema.js';
import { createInvalidValueError, createNotFoundError, ScimError } from './scim.error.js';
import { nameInScim, toPatch, toResource } from './user-attributes.js';
import { createVersion, requireVersion } from './version.js';

/** A resource that a request names, and the version that it expects. */
export interface ScimTarget {
  id: string;
  /** `If-Match`; null without it. */
  ifMatch: string | null;
}

/** The users that indexes may find for a filter. */
const MAX_CANDIDATES = 500;

/** Users as SCIM resources. They change by the rules of the management API. */
@Injectable()
export class ScimUserService {
  constructor(
    private readonly users: ScimUserRepository,
    private readonly transactions: DomainTransactionService,
    private readonly changes: UserChangeService,
  ) {}

  /** @throws ScimError invalidFilter, tooMany */
  async list(caller: ScimCaller, query: ListQuery): Promise<JsonObject> {
    const { offset, limit } = query;
    if (query.filter === null) {
      const { users, total } = await this.users.listPage(caller.domain.id, offset, limit);
      return createListResponse(
        users.map((user) => describe(caller, user)),
        { offset, total },
      );
    }
    const filter = parseFilter(USER_TYPE, query.filter);
    const found = await this.users.listMatching(caller.domain.id, listLookups(filter), MAX_CANDIDATES + 1);
    if (found.length > MAX_CANDIDATES)
      throw new ScimError(400, `The filter finds more than ${MAX_CANDIDATES} users. Compare userName or id with eq.`, 'tooMany');
    const matches = found.map((user) => describe(caller, user)).filter(createMatcher(filter));
    return createListResponse(matches.slice(offset, offset + limit), { offset, total: matches.length });
  }

  /** @throws ScimError if there is no such user */
  async get(caller: ScimCaller, id: string): Promise<JsonObject> {
    const user = await this.users.find(caller.domain.id, id);
    if (!user) throw createNotFoundError('user');
    return describe(caller, user);
  }

  /** @throws ScimError invalidValue, Problem username-taken, QuotaExceededError */
  async create(caller: ScimCaller, body: unknown): Promise<JsonObject> {
    const { resource } = requireResource(readResource(USER_TYPE, body));
    const attributes = Object.fromEntries(Object.entries(toPatch(resource, {})).filter(([, value]) => value !== null));
    requireNone(findPatchViolations(attributes, {}).map(({ pointer, detail }) => `${nameInScim(pointer)} ${detail}`));
    return this.transactions.change(caller.domain.id, async () => {
      const sub = await this.changes.create(caller.domain, { attributes });
      if (resource['active'] === false)
        await this.changes.update(caller.domain, await this.changes.lock(caller.domain, sub), { active: false });
      return this.get(caller, sub);
    });
  }

  /** @throws ScimError, Problem username-taken, invalid-request */
  replace(caller: ScimCaller, target: ScimTarget, body: unknown): Promise<JsonObject> {
    const { resource } = requireResource(readResource(USER_TYPE, body));
    return this.change(caller, target, () => resource);
  }

  /** @throws ScimError, Problem username-taken, invalid-request */
  patch(caller: ScimCaller, target: ScimTarget, body: unknown): Promise<JsonObject> {
    const operations = readOperations(USER_TYPE, body);
    return this.change(caller, target, ({ attributes, active }) => {
      const patched = applyOperations(toResource(attributes, active), operations);
      return requireResource(readResource(USER_TYPE, patched)).resource;
    });
  }

  /** @throws ScimError */
  async delete(caller: ScimCaller, { id, ifMatch }: ScimTarget): Promise<void> {
    await this.transactions.change(caller.domain.id, async () => {
      const user = await this.changes.lock(caller.domain, id);
      if (ifMatch !== null) requireVersion(ifMatch, getVersion(await this.get(caller, id)));
      await this.changes.delete(caller.domain, user);
    });
  }

  private change(caller: ScimCaller, { id, ifMatch }: ScimTarget, change: (user: User) => JsonObject): Promise<JsonObject> {
    return this.transactions.change(caller.domain.id, async () => {
      const user = await this.changes.lock(caller.domain, id);
      if (ifMatch !== null) requireVersion(ifMatch, getVersion(await this.get(caller, id)));
      const resource = change(user);
      const active = resource['active'] ?? user.active;
      await this.changes.update(caller.domain, user, { ...toPatch(resource, user.attributes), ...(active !== user.active && { active }) });
      return this.get(caller, id);
    });
  }
}

/** The version of a resource that was described. */
export function getVersion(resource: JsonObject): string {
  return (resource['meta'] as { version: string }).version;
}

function describe({ baseUrl }: ScimCaller, { sub, attributes, active, createdAt, updatedAt, roles }: ScimUser): JsonObject {
  const resource = toResource(attributes, active);
  const groups = roles.map(({ role, displayName }) => ({ value: role, display: displayName, $ref: `${baseUrl}/Groups/${role}` }));
  const described = {
    schemas: [USER_SCHEMA, ...(Object.hasOwn(resource, ENTERPRISE_SCHEMA) ? [ENTERPRISE_SCHEMA] : [])],
    id: sub,
    ...resource,
    ...(groups.length > 0 && { groups }),
  };
  const meta = { resourceType: 'User', created: createdAt, lastModified: updatedAt, location: `${baseUrl}/Users/${sub}` };
  return { ...described, meta: { ...meta, version: createVersion(described) } };
}

function requireResource({ resource, violations }: ReturnType<typeof readResource>): { resource: JsonObject } {
  requireNone([...violations, ...(typeof resource['userName'] === 'string' ? [] : ['userName is required'])]);
  return { resource };
}

function requireNone(violations: readonly string[]): void {
  if (violations.length > 0) throw createInvalidValueError(violations);
}
