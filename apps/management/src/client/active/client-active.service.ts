import { Injectable } from '@nestjs/common';
import { ClientRepository, type Client, type Domain, type Precondition } from '@latchkey/persistence';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { ClientChangeService, type NamedClient } from '../client-change.service.js';

export type ClientActive = Pick<Client, 'active'>;

/** Deactivates clients, and activates them again. The auth server applies a change from the next request. */
@Injectable()
export class ClientActiveService {
  constructor(
    private readonly changes: ClientChangeService,
    private readonly clients: ClientRepository,
    private readonly log: AuditLogService,
  ) {}

  /** @throws Problem client-not-found */
  async get(domain: Domain, clientId: string): Promise<ClientActive> {
    return toDocument(await this.changes.get({ domain, clientId }));
  }

  /**
   * Deactivating a client ends everything that was issued to it. Activating it again does not bring that back.
   *
   * @throws Problem client-not-found, precondition-failed
   */
  replace(key: NamedClient, { active }: ClientActive, precondition: Precondition<ClientActive>): Promise<void> {
    return this.changes.change(key, async (client) => {
      await precondition(toDocument(client));
      if (client.active === active) return;
      await (active ? this.clients.activate(client) : this.clients.deactivate(client));
      await this.log.record(client.domainId, { type: 'client.active.updated', client: client.clientId, data: { active } });
    });
  }
}

function toDocument({ active }: Client): ClientActive {
  return { active };
}
