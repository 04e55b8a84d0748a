import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { ClientSetRepository, type Client, type Domain } from '@latchkey/persistence';
import { parseBody } from '../../http/parse-body.js';
import { mapDocuments, type ClientPart, type PartChange } from '../client-part.js';
import { ClientClaimsRequest } from './client-claims.dto.js';
import { listChangedClaims, type ClientClaims } from './client-claims.service.js';

/** The claims of clients in the configuration document. */
@Injectable()
export class ClientClaimsPart implements ClientPart<ClientClaims> {
  readonly name = 'claims';

  constructor(private readonly clients: ClientSetRepository) {}

  async parse(value: unknown): Promise<ClientClaims> {
    const { accessToken } = await parseBody(ClientClaimsRequest, value);
    return { accessToken };
  }

  list(_domain: Domain, clients: readonly Client[]): Promise<ReadonlyMap<string, ClientClaims>> {
    return Promise.resolve(mapDocuments(clients, ({ accessTokenClaims }) => accessTokenClaims && { accessToken: accessTokenClaims }));
  }

  async store({ id }: Domain, changes: readonly PartChange<ClientClaims>[]): Promise<AuditEvent[]> {
    const rows = changes.map(({ clientId, after }) => ({ clientId, accessTokenClaims: after && after.accessToken }));
    await this.clients.setColumns(id, rows);
    return changes.flatMap(({ clientId: client, before, after }): AuditEvent[] => {
      if (after === null) return [{ type: 'client.claims.deleted', client }];
      const changed = listChangedClaims(before?.accessToken ?? {}, after.accessToken);
      return changed.length === 0 ? [] : [{ type: 'client.claims.updated', client, data: { changed } }];
    });
  }
}
