import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { ClientSetRepository, toPresentationColumns, type Client, type ClientPresentation, type Domain } from '@latchkey/persistence';
import { createInvalidBodyProblem } from '@latchkey/problem';
import { joinPointer } from '../../http/json-pointer.js';
import { omitNulls, parseBody } from '../../http/parse-body.js';
import { ClientSetService } from '../client-set.service.js';
import { mapDocuments, type ClientPart, type PartChange } from '../client-part.js';
import { ClientPresentationRequest } from './client-presentation.dto.js';
import { listChangedProperties, toPresentation } from './presentation-document.js';

type ListedPresentation = Partial<ClientPresentation>;

/** How people are told of clients, in the configuration document. */
@Injectable()
export class ClientPresentationPart implements ClientPart<ListedPresentation> {
  readonly name = 'presentation';

  constructor(
    private readonly clients: ClientSetRepository,
    private readonly clientSet: ClientSetService,
  ) {}

  async parse(value: unknown): Promise<ListedPresentation> {
    return omitNulls(toPresentation(await parseBody(ClientPresentationRequest, value)));
  }

  list(_domain: Domain, clients: readonly Client[]): Promise<ReadonlyMap<string, ListedPresentation>> {
    return Promise.resolve(mapDocuments(clients, ({ presentation }) => presentation && omitNulls(presentation)));
  }

  async store(domain: Domain, changes: readonly PartChange<ListedPresentation>[]): Promise<AuditEvent[]> {
    // A user may have been deleted since the document was checked.
    const owned = changes.map(({ clientId: name, after }) => ({ name, owner: after?.owner ?? null }));
    const missing = await this.clientSet.lockOwners(domain, owned);
    if (missing.length > 0)
      throw createInvalidBodyProblem(
        missing.map(({ name, detail }) => ({ pointer: `${joinPointer('/clients', name)}/presentation/owner`, detail })),
      );
    await this.clients.setColumns(
      domain.id,
      changes.map(({ clientId, after }) => ({ clientId, ...toPresentationColumns(domain.id, after && toPresentation(after)) })),
    );
    return changes.flatMap(({ clientId: client, before, after }): AuditEvent[] => {
      if (after === null) return [{ type: 'client.presentation.deleted', client }];
      const changed = listChangedProperties(toPresentation(before ?? {}), toPresentation(after));
      return changed.length === 0 ? [] : [{ type: 'client.presentation.updated', client, data: { changed } }];
    });
  }
}
