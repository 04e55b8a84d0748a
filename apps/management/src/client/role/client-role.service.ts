import { Injectable } from '@nestjs/common';
import { ClientRoleRepository, type Domain, type Precondition } from '@latchkey/persistence';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { requireValid, type CheckedBody } from '../../http/checked-body.js';
import { compareRoles } from '@latchkey/user';
import { RoleReferenceService } from '../../role/role-reference.service.js';
import { ClientChangeService, type NamedClient } from '../client-change.service.js';

/** The roles of clients. */
@Injectable()
export class ClientRoleService {
  constructor(
    private readonly changes: ClientChangeService,
    private readonly roles: RoleReferenceService,
    private readonly clientRoles: ClientRoleRepository,
    private readonly log: AuditLogService,
  ) {}

  /** The names of a client's roles, sorted. @throws Problem client-not-found */
  async list(domain: Domain, clientId: string): Promise<string[]> {
    return this.clientRoles.list(await this.changes.get({ domain, clientId }));
  }

  /** Replaces all roles of a client. @throws Problem client-not-found, precondition-failed, invalid-request if a role does not exist */
  async replace(key: NamedClient, body: CheckedBody<string[]>, precondition: Precondition<string[]>): Promise<void> {
    await this.changes.changeAlone(key, async (client) => {
      const { domainId, clientId } = client;
      const before = await this.clientRoles.list(client);
      await precondition(before, before.length === 0);
      const roles = requireValid(body, await this.roles.findMissing(domainId, body.valid ?? []));
      const { added, removed } = compareRoles(before, roles.toSorted());
      if (added.length + removed.length === 0) return;
      await this.clientRoles.put(client, roles);
      await this.changes.raiseRevision(client);
      await this.log.record(domainId, { type: 'client.roles.updated', client: clientId, data: { added, removed } });
    });
  }
}
