import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { ClientSetRepository, type Client, type Domain } from '@latchkey/persistence';
import { parseBody } from '../../http/parse-body.js';
import { mapDocuments, type ClientPart, type PartChange } from '../client-part.js';
import { ClientActiveRequest } from './client-active.dto.js';
import type { ClientActive } from './client-active.service.js';

/** Whether clients are active, in the configuration document. By default they are. */
@Injectable()
export class ClientActivePart implements ClientPart<ClientActive> {
  readonly name = 'active';

  constructor(private readonly clients: ClientSetRepository) {}

  async parse(value: unknown): Promise<ClientActive | null> {
    const { active } = await parseBody(ClientActiveRequest, value);
    return active ? null : { active };
  }

  list(_domain: Domain, clients: readonly Client[]): Promise<ReadonlyMap<string, ClientActive>> {
    return Promise.resolve(mapDocuments(clients, ({ active }) => (active ? null : { active })));
  }

  async store({ id }: Domain, changes: readonly PartChange<ClientActive>[]): Promise<AuditEvent[]> {
    const listIds = (isActive: boolean): string[] =>
      changes.flatMap(({ clientId, after }) => ((after === null) === isActive ? [clientId] : []));
    await this.clients.deactivate(id, listIds(false));
    await this.clients.activate(id, listIds(true));
    return changes.map(({ clientId: client, after }) => ({ type: 'client.active.updated', client, data: { active: after === null } }));
  }
}
