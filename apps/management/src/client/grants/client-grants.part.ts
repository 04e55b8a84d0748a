import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import type { ClientType } from '@latchkey/oauth';
import { ClientSetRepository, type Client, type Domain } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import { checkBody, requireValid, type ValidPart } from '../../http/checked-body.js';
import { findDocumentSizeViolations } from '../../http/document-size.js';
import { omitNulls, parseBody } from '../../http/parse-body.js';
import { mapDocuments, type ClientPart, type PartChange, type PartReferences } from '../client-part.js';
import { ClientGrantsRequest } from './client-grants.dto.js';
import { listChangedGrants } from './client-grants.service.js';
import { findGrantTypeViolations, listReferences, toGrants, type Grants } from './grants-rules.js';

type ListedGrants = Partial<Grants>;

/** The further grants of clients in the configuration document. */
@Injectable()
export class ClientGrantsPart implements ClientPart<ListedGrants> {
  readonly name = 'grants';

  constructor(private readonly clients: ClientSetRepository) {}

  async parse(value: unknown, clientType: ClientType): Promise<ListedGrants> {
    const body = await checkBody(value, (sent) => parseBody(ClientGrantsRequest, sent));
    return omitNulls(toGrants(requireValid(body, findGrantTypeViolations(body.valid ?? {}, clientType))));
  }

  list(_domain: Domain, clients: readonly Client[]): Promise<ReadonlyMap<string, ListedGrants>> {
    return Promise.resolve(mapDocuments(clients, ({ furtherGrants }) => furtherGrants && omitNulls(furtherGrants)));
  }

  listReferences(grants: ValidPart<ListedGrants>): PartReferences {
    return { resources: listReferences(grants) };
  }

  findSizeViolations(after: ListedGrants, before: ListedGrants | null): Violation[] {
    return findDocumentSizeViolations(toGrants(after), before && toGrants(before));
  }

  async store({ id }: Domain, changes: readonly PartChange<ListedGrants>[]): Promise<AuditEvent[]> {
    await this.clients.setColumns(
      id,
      changes.map(({ clientId, after }) => ({ clientId, furtherGrants: after && toGrants(after) })),
    );
    return changes.flatMap(({ clientId: client, before, after }): AuditEvent[] => {
      if (after === null) return [{ type: 'client.grants.deleted', client }];
      const changed = listChangedGrants(toGrants(before ?? {}), toGrants(after));
      return changed.length === 0 ? [] : [{ type: 'client.grants.updated', client, data: { changed } }];
    });
  }
}
