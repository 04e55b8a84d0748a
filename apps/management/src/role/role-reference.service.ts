import { Injectable } from '@nestjs/common';
import { RoleRepository } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import type { ValidPart } from '../http/checked-body.js';

/** Finds the roles to which users and clients refer. */
@Injectable()
export class RoleReferenceService {
  constructor(private readonly roles: RoleRepository) {}

  /** The violations of names of roles that do not exist. Keeps those that exist until the transaction ends. */
  async findMissing(domainId: string, names: ValidPart<string[]>): Promise<Violation[]> {
    const valid = names.filter((name) => name !== undefined);
    return findMissingRoles(names, await this.lockExisting(domainId, valid));
  }

  /** Those of the names that are roles of the domain. Keeps these until the transaction ends. */
  lockExisting(domainId: string, names: readonly string[]): Promise<Set<string>> {
    return this.roles.lockExisting(domainId, names);
  }
}

/** @param existing the roles of the domain, or those of them that are named; undefined if unknown */
export function findMissingRoles(names: ValidPart<string[]>, existing: ReadonlySet<string> | undefined): Violation[] {
  if (!existing) return [];
  return names.flatMap((role, index) =>
    role === undefined || existing.has(role)
      ? []
      : [{ pointer: `/${index}`, detail: `must be a role of the domain, which has no ${role}` }],
  );
}
