import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import {
  RoleRepository,
  type Domain,
  type KeyList,
  type Precondition,
  type RoleKey,
  type RoleWithPermissions,
} from '@latchkey/persistence';
import { Problem, type Violation } from '@latchkey/problem';
import { MAX_ROLES } from '@latchkey/user';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import { requireValid, type CheckedBody } from '../http/checked-body.js';
import { findDocumentSizeViolations, requireDocumentSize } from '../http/document-size.js';
import { joinPointer } from '../http/json-pointer.js';
import { ResourceReferenceService } from '../resource/resource-reference.service.js';
import { listReferences, readConfiguration, type RoleConfiguration } from './role-configuration.js';
import type { RoleRequest } from './role.dto.js';

export interface NamedRole {
  domain: Domain;
  role: string;
}

/** Roles to remove, and to create or replace. @property stored null for a new one */
export interface RoleChanges {
  removed: readonly string[];
  changed: readonly { role: string; stored: RoleConfiguration | null; configuration: RoleConfiguration }[];
}

/** Of the scopes that all roles of a domain permit, because the auth server keeps them in memory. */
const MAX_SCOPES_BYTES = 1_048_576;
const PROPERTIES = ['description', 'permissions'] as const;

/** The roles of a domain. The auth server applies a change from the next request. */
@Injectable()
export class RoleService {
  constructor(
    private readonly changes: DomainChangeService,
    private readonly roles: RoleRepository,
    private readonly resources: ResourceReferenceService,
    private readonly log: AuditLogService,
  ) {}

  listNames(domain: Domain): Promise<KeyList> {
    return this.roles.listNames(domain.id);
  }

  /** All roles of a domain. */
  list({ id }: Domain): Promise<RoleWithPermissions[]> {
    return this.roles.list(id);
  }

  /** @returns the existing roles, in the order of the names */
  findAll(domain: Domain, names: readonly string[]): Promise<RoleWithPermissions[]> {
    return this.roles.findAll(domain.id, names);
  }

  /** @throws Problem role-not-found */
  async get({ domain, role }: NamedRole): Promise<RoleWithPermissions> {
    const found = await this.roles.find({ domainId: domain.id, role });
    if (!found) throw new Problem('role-not-found', `The domain has no role ${role}.`);
    return found;
  }

  /**
   * Creates the role or replaces its whole configuration.
   *
   * @returns whether it was created
   * @throws Problem precondition-failed, invalid-request if a resource or scope is missing, role-conflict if there is no room
   */
  provision(
    { domain, role }: NamedRole,
    body: CheckedBody<RoleRequest>,
    precondition: Precondition<RoleWithPermissions>,
  ): Promise<boolean> {
    const key = { domainId: domain.id, role };
    return this.changes.changeAlone(domain, async () => {
      const stored = await this.roles.find(key);
      await precondition(stored);
      // control: a role permits nothing that does not exist
      const missing = await this.resources.findMissing(domain.id, listReferences(body.valid ?? {}));
      const configuration = readConfiguration(requireValid(body, missing));
      const changed = listChangedProperties(stored, configuration);
      if (changed.length === 0) return false;
      await this.requireRoom(key, configuration, stored);
      await this.roles.put(key, configuration);
      await this.changes.raiseRevision(domain);
      await this.log.record(domain.id, { type: stored ? 'role.updated' : 'role.created', data: { role, changed } });
      return stored === null;
    });
  }

  /** Removes the role, also from all users and clients. @throws Problem role-not-found, precondition-failed */
  async delete({ domain, role }: NamedRole, precondition: Precondition<RoleWithPermissions>): Promise<void> {
    await this.changes.changeAlone(domain, async () => {
      await precondition(await this.get({ domain, role }));
      await this.roles.delete({ domainId: domain.id, role });
      await this.changes.raiseRevision(domain);
      await this.log.record(domain.id, { type: 'role.deleted', data: { role } });
    });
  }

  /** Removes, creates and replaces roles within the caller's transaction, which has locked the domain and found no violations. */
  async replaceSome(domain: Domain, { removed, changed }: RoleChanges): Promise<void> {
    for (const role of removed) await this.roles.delete({ domainId: domain.id, role });
    for (const { role, configuration } of changed) await this.roles.put({ domainId: domain.id, role }, configuration);
    await this.log.recordAll(domain.id, [
      ...removed.map((role) => ({ type: 'role.deleted', data: { role } }) as const),
      ...changed.map(
        ({ role, stored, configuration }) =>
          ({
            type: stored ? 'role.updated' : 'role.created',
            data: { role, changed: listChangedProperties(stored, configuration) },
          }) as const,
      ),
    ]);
    await this.changes.raiseRevision(domain);
  }

  /** The violations of limits by all roles that a domain would have, with pointers that begin with a name. */
  findRoomViolations(before: ReadonlyMap<string, RoleConfiguration>, after: ReadonlyMap<string, RoleConfiguration>): Violation[] {
    const [old, now] = [before, after].map((each) => [...each.values()].reduce((sum, role) => sum + measure(role), 0));
    const sizes = [...after].flatMap(([name, role]) =>
      findDocumentSizeViolations(role, before.get(name) ?? null).map(({ detail }) => ({ pointer: joinPointer('', name), detail })),
    );
    const count = after.size > MAX_ROLES ? [{ pointer: '', detail: `must have at most ${MAX_ROLES} roles` }] : [];
    const total =
      now! > Math.max(MAX_SCOPES_BYTES, old!) ? [{ pointer: '', detail: `must permit scopes of at most ${MAX_SCOPES_BYTES} bytes` }] : [];
    return [...count, ...total, ...sizes];
  }

  private async requireRoom(key: RoleKey, configuration: RoleConfiguration, stored: RoleConfiguration | null): Promise<void> {
    requireDocumentSize(configuration, stored);
    const others = await this.roles.measureOthers(key);
    if (!stored && others.count >= MAX_ROLES) {
      throw new Problem('role-conflict', `The domain has the maximum of ${MAX_ROLES} roles. Delete one first.`);
    }
    const bytes = measure(configuration);
    if (others.bytes + bytes <= MAX_SCOPES_BYTES || (stored && bytes <= measure(stored))) return;
    const detail = `The scopes that all roles of the domain permit must not exceed ${MAX_SCOPES_BYTES} bytes. Permit less first.`;
    throw new Problem('role-conflict', detail);
  }
}

function listChangedProperties(stored: RoleConfiguration | null, configuration: RoleConfiguration): string[] {
  return PROPERTIES.filter((name) => !isDeepStrictEqual(stored?.[name], configuration[name]));
}

function measure({ permissions }: RoleConfiguration): number {
  return permissions.reduce((sum, { scopes }) => sum + Buffer.byteLength(scopes.join(' ')), 0);
}
