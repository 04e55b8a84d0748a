import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '@latchkey/events';
import { ClientSetRepository, type Client, type Domain, type TokenQuota } from '@latchkey/persistence';
import { omitNulls, parseBody } from '../../http/parse-body.js';
import { mapDocuments, type ClientPart, type PartChange } from '../client-part.js';
import { ClientQuotaRequest } from './client-quota.dto.js';
import { listChangedLimits, toQuota } from './client-quota.service.js';

type ListedQuota = Partial<TokenQuota>;

/** How many access tokens clients may get, in the configuration document. */
@Injectable()
export class ClientQuotaPart implements ClientPart<ListedQuota> {
  readonly name = 'quota';

  constructor(private readonly clients: ClientSetRepository) {}

  async parse(value: unknown): Promise<ListedQuota> {
    return omitNulls(toQuota(await parseBody(ClientQuotaRequest, value)));
  }

  list(_domain: Domain, clients: readonly Client[]): Promise<ReadonlyMap<string, ListedQuota>> {
    return Promise.resolve(mapDocuments(clients, ({ tokenQuota }) => tokenQuota && omitNulls(tokenQuota)));
  }

  async store({ id }: Domain, changes: readonly PartChange<ListedQuota>[]): Promise<AuditEvent[]> {
    await this.clients.setColumns(
      id,
      changes.map(({ clientId, after }) => ({ clientId, tokenQuota: after && toQuota(after) })),
    );
    return changes.flatMap(({ clientId: client, before, after }): AuditEvent[] => {
      if (after === null) return [{ type: 'client.quota.deleted', client }];
      const changed = listChangedLimits(toQuota(before ?? {}), toQuota(after));
      return changed.length === 0 ? [] : [{ type: 'client.quota.updated', client, data: { changed } }];
    });
  }
}
