import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { ClientRoleRepository, ClientSetRepository, type Domain } from '@latchkey/persistence';
import type { ValidPart } from '../../http/checked-body.js';
import { compareRoles } from '@latchkey/user';
import { parseRoleList } from '../../role/role-list.pipe.js';
import type { ClientPart, PartChange, PartReferences } from '../client-part.js';

/** The roles of clients in the configuration document, sorted. */
@Injectable()
export class ClientRolePart implements ClientPart<string[]> {
  readonly name = 'roles';

  constructor(
    private readonly clients: ClientSetRepository,
    private readonly roles: ClientRoleRepository,
  ) {}

  async parse(value: unknown): Promise<string[] | null> {
    const roles = parseRoleList(value);
    return roles.length === 0 ? null : Promise.resolve(roles.toSorted());
  }

  list({ id }: Domain): Promise<ReadonlyMap<string, string[]>> {
    return this.roles.listAll(id);
  }

  listReferences(roles: ValidPart<string[]>): PartReferences {
    return { roles };
  }

  async store({ id }: Domain, changes: readonly PartChange<string[]>[]): Promise<AuditEvent[]> {
    await this.roles.replaceAll(
      id,
      changes.map(({ clientId, after }) => ({ clientId, roles: after ?? [] })),
    );
    await this.clients.raiseRevisions(
      id,
      changes.map(({ clientId }) => clientId),
    );
    return changes.map(({ clientId: client, before, after }) => ({
      type: 'client.roles.updated',
      client,
      data: compareRoles(before ?? [], after ?? []),
    }));
  }
}
