import { Injectable } from '@nestjs/common';
import { RoleRepository } from '@latchkey/persistence';
import { createInvalidBodyProblem } from '@latchkey/problem';

/** Finds the roles to which users and clients refer. */
@Injectable()
export class RoleReferenceService {
  constructor(private readonly roles: RoleRepository) {}

  /**
   * Requires that the roles exist, and keeps them until the transaction ends.
   *
   * @throws Problem invalid-request that names each missing role
   */
  async requireExisting(domainId: string, names: readonly string[]): Promise<void> {
    const existing = await this.roles.lockExisting(domainId, names);
    const errors = names.flatMap((role, index) =>
      existing.has(role) ? [] : [{ pointer: `/${index}`, detail: `must be a role of the domain, which has no ${role}` }],
    );
    if (errors.length > 0) throw createInvalidBodyProblem(errors);
  }
}
