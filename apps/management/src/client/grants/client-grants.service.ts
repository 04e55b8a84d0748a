import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { ClientRepository, type Client, type Domain, type Precondition } from '@latchkey/persistence';
import { AuditLogService } from '../../audit-event/audit-log.service.js';
import { requireValid, type CheckedBody } from '../../http/checked-body.js';
import { requireDocumentSize } from '../../http/document-size.js';
import { ResourceReferenceService } from '../../resource/resource-reference.service.js';
import { ClientChangeService, type NamedClient } from '../client-change.service.js';
import type { ClientGrantsRequest } from './client-grants.dto.js';
import { findGrantTypeViolations, listReferences, toGrants, type Grants } from './grants-rules.js';

const PROPERTIES = ['clientCredentials', 'deviceCode', 'tokenExchange', 'jwtBearer', 'idJag', 'scim'] as const;

/** The grants that clients may use beside their `grantType`. */
@Injectable()
export class ClientGrantsService {
  constructor(
    private readonly changes: ClientChangeService,
    private readonly clients: ClientRepository,
    private readonly resources: ResourceReferenceService,
    private readonly log: AuditLogService,
  ) {}

  /** The document of a client, or the default. @throws Problem client-not-found */
  async get(domain: Domain, clientId: string): Promise<Grants> {
    return toDocument(await this.changes.get({ domain, clientId }));
  }

  /**
   * @returns whether the client had the default before
   * @throws Problem client-not-found, precondition-failed, invalid-request if a resource or scope is missing, or the client is public
   */
  replace(key: NamedClient, body: CheckedBody<ClientGrantsRequest>, precondition: Precondition<Grants>): Promise<boolean> {
    return this.changes.changeAlone(key, async (client) => {
      const { domainId, clientId, furtherGrants: stored } = client;
      const before = toDocument(client);
      await precondition(before, stored === null);
      const valid = body.valid ?? {};
      // control: a client exchanges tokens for nothing that does not exist
      const missing = await this.resources.findMissing(domainId, listReferences(valid));
      const document = toGrants(requireValid(body, [...findGrantTypeViolations(valid, client.clientType), ...missing]));
      requireDocumentSize(document, stored);
      const changed = listChangedGrants(before, document);
      if (stored !== null && changed.length === 0) return false;
      await this.clients.setFurtherGrants(client, document);
      if (changed.length > 0) await this.log.record(domainId, { type: 'client.grants.updated', client: clientId, data: { changed } });
      return stored === null;
    });
  }

  /** Restores the default. @throws Problem client-not-found, precondition-failed */
  async delete(key: NamedClient, precondition: Precondition<Grants>): Promise<void> {
    await this.changes.change(key, async (client) => {
      await precondition(toDocument(client));
      if (client.furtherGrants === null) return;
      await this.clients.setFurtherGrants(client, null);
      await this.log.record(client.domainId, { type: 'client.grants.deleted', client: client.clientId });
    });
  }
}

/** The names of the grants that differ. */
export function listChangedGrants(before: Grants, after: Grants): string[] {
  return PROPERTIES.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

function toDocument({ furtherGrants }: Client): Grants {
  return toGrants(furtherGrants ?? {});
}
