import { Injectable } from '@nestjs/common';
import { ClientRepository, type Client, type ClientPresentation, type Domain, type Precondition } from '@latchkey/persistence';
import { createInvalidBodyProblem } from '@latchkey/problem';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { DomainChangeService } from '../../current-domain/domain-change.service.js';
import { ClientSetService } from '../client-set.service.js';
import { ClientChangeService, type NamedClient } from '../client-change.service.js';
import { listChangedProperties, toDocument } from './presentation-document.js';

/** How people are told of clients. The auth server applies a change from the next request. */
@Injectable()
export class ClientPresentationService {
  constructor(
    private readonly domains: DomainChangeService,
    private readonly changes: ClientChangeService,
    private readonly clients: ClientRepository,
    private readonly clientSet: ClientSetService,
    private readonly log: AuditLogService,
  ) {}

  /** The document of a client, or the default. @throws Problem client-not-found */
  async get(domain: Domain, clientId: string): Promise<ClientPresentation> {
    return toDocument(await this.changes.get({ domain, clientId }));
  }

  /**
   * @returns whether the client had the default before
   * @throws Problem client-not-found, precondition-failed, invalid-request if the owner is no user of the domain
   */
  replace(key: NamedClient, presentation: ClientPresentation, precondition: Precondition<ClientPresentation>): Promise<boolean> {
    return this.domains.change(key.domain, async () => {
      const owners = await this.clientSet.lockOwners(key.domain, [{ name: key.clientId, owner: presentation.owner ?? null }]);
      return this.changes.change(key, async (client) => {
        await precondition(toDocument(client), client.presentation === null);
        if (owners.length > 0) throw createInvalidBodyProblem(owners.map(({ detail }) => ({ pointer: '/owner', detail })));
        return this.store(client, presentation);
      });
    });
  }

  private async store(client: Client, presentation: ClientPresentation): Promise<boolean> {
    const { domainId, clientId, presentation: stored } = client;
    const changed = listChangedProperties(toDocument(client), presentation);
    if (stored !== null && changed.length === 0) return false;
    await this.clients.setPresentation(client, presentation);
    if (changed.length > 0) await this.log.record(domainId, { type: 'client.presentation.updated', client: clientId, data: { changed } });
    return stored === null;
  }

  /** Restores the default. @throws Problem client-not-found, precondition-failed */
  async delete(key: NamedClient, precondition: Precondition<ClientPresentation>): Promise<void> {
    await this.changes.change(key, async (client) => {
      await precondition(toDocument(client));
      if (client.presentation === null) return;
      await this.clients.setPresentation(client, null);
      await this.log.record(client.domainId, { type: 'client.presentation.deleted', client: client.clientId });
    });
  }
}
