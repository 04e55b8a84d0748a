import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { ClientResourceRepository, type ClientResource, type Domain, type Precondition } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { requireValid, type CheckedBody } from '../../http/checked-body.js';
import { ResourceReferenceService } from '../../resource/resource-reference.service.js';
import { ClientChangeService, type NamedClient } from '../client-change.service.js';

import type { ClientResourceRequest } from './client-resource.dto.js';

export interface NamedClientResource extends NamedClient {
  resourceId: string;
}

/** What clients may ask for at resources, beside what their roles permit. */
@Injectable()
export class ClientResourceService {
  constructor(
    private readonly changes: ClientChangeService,
    private readonly clientResources: ClientResourceRepository,
    private readonly resources: ResourceReferenceService,
    private readonly log: AuditLogService,
  ) {}

  /** What a client may ask for at each resource, by the id of the resource. @throws Problem client-not-found */
  async list(domain: Domain, clientId: string): Promise<ClientResource[]> {
    return this.clientResources.list(await this.changes.get({ domain, clientId }));
  }

  /** @throws Problem client-not-found, resource-not-found, client-resource-not-found */
  async get({ domain, clientId, resourceId }: NamedClientResource): Promise<ClientResource> {
    await this.changes.get({ domain, clientId });
    return this.getStored({ domainId: domain.id, clientId, resourceId });
  }

  /**
   * Replaces what the client may ask for at the resource.
   *
   * @returns whether the client had nothing of its own there
   * @throws Problem client-not-found, resource-not-found, precondition-failed, invalid-request if the resource lacks a scope
   */
  replace(
    { resourceId, ...key }: NamedClientResource,
    body: CheckedBody<ClientResourceRequest>,
    precondition: Precondition<{ scopes: string[] }>,
  ): Promise<boolean> {
    return this.changes.changeAlone(key, async (client) => {
      const { domainId, clientId } = client;
      await this.resources.get(domainId, resourceId);
      const stored = await this.clientResources.find({ domainId, clientId, resourceId });
      await precondition(stored);
      const reference = { resourceId, scopes: body.valid?.scopes ?? [], pointer: '', scopesPointer: '/scopes' };
      // control: a client gets no scope that the resource does not have
      const missing = await this.resources.findMissing(domainId, [reference]);
      const { scopes } = requireValid(body, missing);
      if (isDeepStrictEqual(stored?.scopes, scopes)) return false;
      await this.clientResources.put({ domainId, clientId, resourceId }, scopes);
      await this.changes.raiseRevision(client);
      await this.log.record(domainId, { type: 'client.resource.updated', client: clientId, data: { resource: resourceId, scopes } });
      return stored === null;
    });
  }

  /** @throws Problem client-not-found, resource-not-found, client-resource-not-found, precondition-failed */
  async delete({ resourceId, ...key }: NamedClientResource, precondition: Precondition<{ scopes: string[] }>): Promise<void> {
    await this.changes.changeAlone(key, async (client) => {
      const { domainId, clientId } = client;
      await precondition(await this.getStored({ domainId, clientId, resourceId }));
      await this.clientResources.delete({ domainId, clientId, resourceId });
      await this.changes.raiseRevision(client);
      await this.log.record(domainId, { type: 'client.resource.deleted', client: clientId, data: { resource: resourceId } });
    });
  }

  private async getStored(key: { domainId: string; clientId: string; resourceId: string }): Promise<ClientResource> {
    await this.resources.get(key.domainId, key.resourceId);
    const stored = await this.clientResources.find(key);
    if (stored) return stored;
    const detail = `The client ${key.clientId} has no scopes of its own at the resource ${key.resourceId}.`;
    throw new Problem('client-resource-not-found', detail);
  }
}
